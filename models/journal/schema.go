package journal

import (
	"context"
	"database/sql"
	"fmt"
)

// application marks the file as ours in its header ("SCHI"), so that no other program's database is written to.
const application = 0x53434849

// migrations are the steps from an empty file to the present layout. A record's version is the number
// of steps it has been through. Steps are only ever added at the end; none is changed once released.
var migrations = []string{`
CREATE TABLE matches (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	started TEXT NOT NULL
);
CREATE TABLE rounds (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	match   INTEGER NOT NULL REFERENCES matches,
	number  INTEGER NOT NULL,
	started TEXT NOT NULL,
	UNIQUE (match, number)
);
-- The last setup of a match (round 0) or of a round counts.
CREATE TABLE setups (
	id    INTEGER PRIMARY KEY AUTOINCREMENT,
	match INTEGER NOT NULL REFERENCES matches,
	round INTEGER NOT NULL,
	at    TEXT NOT NULL,
	setup TEXT NOT NULL
);
CREATE INDEX setups_of ON setups (match, round, id);
CREATE TABLE events (
	round INTEGER NOT NULL REFERENCES rounds,
	seq   INTEGER NOT NULL,
	event TEXT NOT NULL,
	PRIMARY KEY (round, seq)
) WITHOUT ROWID;
-- The rulings an event led to, in order.
CREATE TABLE rulings (
	round  INTEGER NOT NULL,
	seq    INTEGER NOT NULL,
	nth    INTEGER NOT NULL,
	ruling TEXT NOT NULL,
	PRIMARY KEY (round, seq, nth),
	FOREIGN KEY (round, seq) REFERENCES events
) WITHOUT ROWID;
CREATE TABLE pictures (
	id     INTEGER PRIMARY KEY AUTOINCREMENT,
	round  INTEGER NOT NULL REFERENCES rounds,
	clip   TEXT NOT NULL,
	before BLOB NOT NULL,
	after  BLOB NOT NULL,
	UNIQUE (round, clip)
);
CREATE TRIGGER events_stay  BEFORE UPDATE ON events  BEGIN SELECT raise(ABORT, 'the record is append-only'); END;
CREATE TRIGGER events_keep  BEFORE DELETE ON events  BEGIN SELECT raise(ABORT, 'the record is append-only'); END;
CREATE TRIGGER rulings_stay BEFORE UPDATE ON rulings BEGIN SELECT raise(ABORT, 'the record is append-only'); END;
CREATE TRIGGER rulings_keep BEFORE DELETE ON rulings BEGIN SELECT raise(ABORT, 'the record is append-only'); END;
`, `
-- Clips lie in files beside the record; times are seconds of media time.
CREATE TABLE clips (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	round   INTEGER NOT NULL REFERENCES rounds,
	starts  REAL NOT NULL,
	ends    REAL NOT NULL,
	times   TEXT NOT NULL, -- of its pictures, a JSON list
	fps     REAL NOT NULL,
	type    TEXT NOT NULL,
	ending  TEXT NOT NULL, -- of the file's name
	flagged INTEGER NOT NULL,
	bytes   INTEGER NOT NULL
);
CREATE INDEX clips_of ON clips (round, starts);
`}

// migrate takes the file through the steps it has not been through yet.
func migrate(ctx context.Context, tx *sql.Tx, steps []string) error {
	var app, version, tables int
	for query, into := range map[string]*int{
		`PRAGMA application_id`:              &app,
		`PRAGMA user_version`:                &version,
		`SELECT count(*) FROM sqlite_schema`: &tables,
	} {
		if err := tx.QueryRowContext(ctx, query).Scan(into); err != nil {
			return err
		}
	}
	empty := app == 0 && version == 0 && tables == 0
	if !empty && app != application {
		return ErrForeign
	}
	if version > len(steps) {
		return fmt.Errorf("%w: its version is %d, this program knows up to %d", ErrNewer, version, len(steps))
	}
	for i, step := range steps[version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("bring the record to version %d: %w", version+i+1, err)
		}
	}
	// Pragmas take no parameters; both numbers are our own.
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, application, len(steps)))
	return err
}
