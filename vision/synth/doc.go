// Package synth draws the simulated table: a seeded round of Ligretto as a camera would see
// it, and the truth about it. It is the program's default source, its demo and the tests' camera; the
// pipeline gets its pixels and nothing else. All artwork is drawn here.
//
// A test that needs pictures does it so:
//
//	s, err := synth.NewScene(synth.Options{Players: 3, Seed: 7, Design: "frame", Level: synth.Normal})
//	defer s.Close()
//	photos := s.Calibration()            // Fronts, Backs, Empty and the backs' Names: learn a deck from these
//	defer photos.Close()
//	table := s.Table()                   // the table file that fits all pictures of the scene
//	m, truth, err := s.Still(synth.ModeHands)
//	err := s.WriteSingles(ctx, dir, 60)  // phone photos of single cards and folders to learn them from
//	film, err := s.Play(0)               // then film.Draw(t, &mat) for every t, and film.Truth()
//
// Designs, Tables, Modes and Backs list what there is to draw.
package synth
