// Package scoring turns what was ruled into points: the tally of a round while it is played and
// from its official count, the check of the one against the other, the table of a match, its
// winners and statistics, and the corrections people make afterwards.
//
// A [Round] takes the events of one round in order, corrections among them, has the rules judge
// them and keeps what counts now. Feeding it the events of a journal brings back the same round.
// What is known of a match is worked out anew from its rounds ([MakeTable], [MakeStatistics]), so a
// correction of a past round needs no further care. What a round is played by is corrected by feeding its
// record to a new round. A round nobody watched has its count as its only event.
package scoring

import (
	"fmt"
	"reflect"
	"slices"

	"schiri/models"
	"schiri/rules"
)

// Round is one round as recorded, ruled and corrected. It belongs to one goroutine at a time.
type Round struct {
	config  rules.Config
	log     []models.Event // as recorded, corrections among them
	steps   []Step         // as it counts now
	state   rules.State
	applied []int // record numbers of the events the state has seen, in order
	void    bool
}

// NewRound is a round in which nothing has happened yet.
func NewRound(config rules.Config) (*Round, error) {
	if config.House == (rules.House{}) {
		config.House = rules.DefaultHouse(config.Edition)
	}
	state, err := rules.New(config)
	if err != nil {
		return nil, fmt.Errorf("start a round: %w", err)
	}
	return &Round{config: config, state: state}, nil
}

// Add takes the next event of the record and gives what is ruled on it, the event's own ruling first.
// For a correction the further rulings are what it changed: a revision for each event that is now ruled
// otherwise, and the end of the round if its points changed. Rulings name events by their numbers in the
// record. After an error the round is as before.
func (r *Round) Add(e models.Event) ([]models.Ruling, error) {
	if e.Type == models.EventCorrection {
		return r.correct(e)
	}
	state, rulings, err := r.apply(r.state, e, append(r.applied, len(r.log)+1))
	if err != nil {
		return nil, err
	}
	r.log = append(r.log, e)
	r.applied = append(r.applied, len(r.log))
	r.steps = append(r.steps, Step{Number: len(r.log), Event: e})
	r.take(len(r.steps)-1, rulings)
	r.state = state
	return rulings, nil
}

// take notes what was ruled on a step, and on earlier ones that it revises.
func (r *Round) take(step int, rulings []models.Ruling) {
	r.steps[step].Rulings, r.steps[step].Now = rulings, rulings[0]
	for _, now := range rulings {
		if now.Of == 0 {
			continue
		}
		revised := &r.steps[find(r.steps, now.Of)].Now
		if now.Verdict != revised.Verdict || now.Rule != revised.Rule {
			revised.Because, revised.Reason = now.Because, r.texts().Reason(now.Because)
		}
		revised.Verdict, revised.Rule, revised.Evidence = now.Verdict, now.Rule, now.Evidence
		if now.Player != "" {
			revised.Player, revised.Candidates = now.Player, nil
		}
	}
}

// apply has the rules judge an event and puts record numbers in place of the rules' own count of events.
func (r *Round) apply(s rules.State, e models.Event, applied []int) (rules.State, []models.Ruling, error) {
	state, rulings, err := rules.Apply(s, e)
	if err != nil {
		return s, nil, fmt.Errorf("event %d: %w", applied[len(applied)-1], err)
	}
	rulings = slices.Clone(rulings)
	for i := range rulings {
		ruling := &rulings[i]
		if ruling.Of > 0 {
			ruling.Of = applied[ruling.Of-1]
		}
		ruling.Evidence = slices.Clone(ruling.Evidence)
		for k, n := range ruling.Evidence {
			ruling.Evidence[k] = applied[n-1]
		}
	}
	return state, rulings, nil
}

// correct takes a correction: the rules go through the whole round anew.
func (r *Round) correct(e models.Event) ([]models.Ruling, error) {
	if err := checkCorrection(r.log, e.Correction); err != nil {
		return nil, err
	}
	next := &Round{config: r.config, log: append(r.log[:len(r.log):len(r.log)], e)}
	if err := next.replay(); err != nil {
		return nil, fmt.Errorf("%w: with it the round cannot have gone on as recorded: %w", ErrCorrection, err)
	}
	rulings := append([]models.Ruling{{Event: e}}, r.revisions(r.steps, next.steps, e)...)
	if was, is := r.End(), next.End(); !reflect.DeepEqual(was, is) {
		rulings = append(rulings, is)
	}
	*r = *next
	return rulings, nil
}

// replay judges the record from its first event on, as corrected.
func (r *Round) replay() (err error) {
	if r.state, err = rules.New(r.config); err != nil {
		return err
	}
	r.steps, r.void = effective(r.log)
	r.applied = nil
	for i, s := range r.steps {
		if s.Removed {
			continue
		}
		r.applied = append(r.applied, s.Number)
		var rulings []models.Ruling
		if r.state, rulings, err = r.apply(r.state, s.Event, r.applied); err != nil {
			return err
		}
		r.take(i, rulings)
	}
	return nil
}

// revisions tell of each event that is ruled otherwise after a correction what is said of it now.
func (r *Round) revisions(was, is []Step, correction models.Event) []models.Ruling {
	before := make(map[int]Step, len(was))
	for _, s := range was {
		before[s.Number] = s
	}
	var all []models.Ruling
	for _, s := range is {
		old := before[s.Number]
		delete(before, s.Number)
		if old.Removed == s.Removed && same(old.Now, s.Now) && slices.EqualFunc(old.Rulings, s.Rulings, same) {
			continue
		}
		all = append(all, r.revision(old, s, correction))
	}
	// What is left was inserted by a correction that is undone now.
	for _, s := range was {
		if _, gone := before[s.Number]; gone {
			all = append(all, r.revision(s, Step{Number: s.Number, Now: models.Ruling{Event: s.Event}, Removed: true}, correction))
		}
	}
	return all
}

func (r *Round) revision(was, is Step, correction models.Event) models.Ruling {
	now := is.Now
	now.Type, now.Of, now.Decided = models.EventRevision, is.Number, correction.Time
	switch {
	case is.Removed:
		now.Because = models.Reason{ID: "revised.removed"}
	case was.Now.Verdict != now.Verdict:
		now.Was = was.Now.Verdict
	}
	now.Reason = r.texts().Say(now)
	return now
}

// texts are the sentences in the language of the round.
func (r *Round) texts() rules.Texts {
	t, err := rules.BookIn(r.state.Config().Language)
	if err != nil {
		panic(err) // the rules took the language when the round began
	}
	return t
}

// same compares what was said, leaving out the numbers of events: they shift when events are inserted.
func same(a, b models.Ruling) bool {
	a.Evidence, b.Evidence, a.Of, b.Of = nil, nil, 0, 0
	return reflect.DeepEqual(a, b)
}

// End is the round's end as it stands now: the piles and what the round is worth to each player,
// by the official count where there is one, else by what was seen.
func (r *Round) End() models.Ruling { return rules.End(r.state) }

// State is the table as the rules know it now.
func (r *Round) State() rules.State { return r.state }

// Config is what the round is played by.
func (r *Round) Config() rules.Config { return r.config }

// Steps are the events of the round as they count now, in order, the removed ones among them. They
// are the round's own: read them, and not beyond the next Add.
func (r *Round) Steps() []Step { return r.steps }

// Len is the number of events recorded, corrections among them; the next one is Len()+1.
func (r *Round) Len() int { return len(r.log) }

// Void tells that people declared the round void: it counts for nothing.
func (r *Round) Void() bool { return r.void }

// Last tells that people have the match end with the round, whether or not the rules do.
func (r *Round) Last() bool { return last(r.log) }

// Counted tells that the official count has been entered.
func (r *Round) Counted() bool {
	for _, s := range r.steps {
		if s.Event.Type == models.EventCount && !s.Removed {
			return true
		}
	}
	return false
}
