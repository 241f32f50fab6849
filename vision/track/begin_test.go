package track

import "testing"

// TestWhatAnArmWasOverAsTheFilmBegan: a red 5 seems to lie on a pile as the film begins, and once the arm there has gone a yellow 3 does, which
// nobody is seen to have brought. With fingers on it the 5 was a card in that hand. Wholly in sight it lay there, and while the arm was
// over it anything may have happened.
func TestWhatAnArmWasOverAsTheFilmBegan(t *testing.T) {
	for hidden, want := range map[float64][]string{
		0.2: {"start yellow-3 pile 1"},
		0:   {"start yellow-3 pile 1", "covered pile 1"},
	} {
		s := newStage(t)
		s.hidden = hidden
		s.line("0 A.L=r5 A.0=g1 A.1=b2 A.2=#A B.L=y10 B.0=r1 B.1=b7 B.2=g2 P1=r5")
		s.hidden = 0
		s.line("0.3 P1=#A")
		s.line("0.9 P1=y3 A.2=g3")
		compare(t, s.run("2.9")[2:], want)
	}
}
