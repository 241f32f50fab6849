package main

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stated draws n readings of the confidences given in turn that are right as often as truly says.
func stated(n int, truly func(float64) float64, confidences ...float64) []statement {
	rng := rand.New(rand.NewPCG(5, 6))
	all := make([]statement, n)
	for i := range all {
		c := confidences[i%len(confidences)]
		all[i] = statement{c, rng.Float64() < truly(c)}
	}
	return all
}

func TestReliabilityOfHonestAndOfBoastfulConfidence(t *testing.T) {
	honest := func(c float64) float64 { return c }
	boastful := func(c float64) float64 { return c - 0.2 }
	limits := []float64{0, 0.5, 0.9}
	if _, ece := reliability(stated(20000, honest, 0.3, 0.7, 0.95), limits); ece > 0.01 {
		t.Errorf("honest confidence has an error of %.3f", ece)
	}
	rows, ece := reliability(stated(20000, boastful, 0.3, 0.7, 0.95), limits)
	if math.Abs(ece-0.2) > 0.01 {
		t.Errorf("confidence 0.2 too high has an error of %.3f", ece)
	}
	if n := rows[0].n + rows[1].n + rows[2].n; n != 20000 || rows[2].n == 0 {
		t.Errorf("of 20000 readings %d are in the rows", n)
	}
}

func TestPlattFindsWhatMakesConfidenceHonest(t *testing.T) {
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	truly := func(c float64) float64 { return 1 / (1 + math.Exp(-0.5*logit(c)+1)) }
	a, b := platt(stated(40000, truly, 0.6, 0.8, 0.9, 0.97, 0.99))
	if math.Abs(a-0.5) > 0.07 || math.Abs(b+1) > 0.15 {
		t.Errorf("a is %.2f, want 0.5; b is %.2f, want -1", a, b)
	}
}

func TestReliabilityOfAFolderWithoutTruthIsAnError(t *testing.T) {
	cmd := rootCommand()
	cmd.SetArgs([]string{"reliability", t.TempDir()})
	if err := cmd.Execute(); err == nil || !strings.Contains(err.Error(), "truth.json") {
		t.Errorf("the error is %v", err)
	}
}

// A set with photos of single cards is learnt from these and needs no table: what it lacks is cards to learn.
func TestReliabilityOfSinglesLearnsFromTheirPhotos(t *testing.T) {
	set := t.TempDir()
	for path, text := range map[string]string{"truth.json": `{"images":[]}`, "photos/sheep/1.jpg": ""} {
		path = filepath.Join(set, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := rootCommand()
	cmd.SetArgs([]string{"reliability", set})
	if err := cmd.Execute(); err == nil || !strings.Contains(err.Error(), "no folders named by card") {
		t.Errorf("the error is %v", err)
	}
}
