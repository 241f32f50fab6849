package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/api/dashboard"
	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/pipeline"
	"schiri/vision/synth"
)

// cameraCodes gives what a screen is told of the camera, one code after another, until it is told the last one.
func cameraCodes(t *testing.T, url, last string) []string {
	t.Helper()
	told := []string{""}
	updates(t, url, func(data string) bool {
		var change struct {
			Camera *models.CameraState `json:"camera"`
		}
		if json.Unmarshal([]byte(data), &change) != nil {
			return false // a sign of life
		}
		if c := change.Camera; c != nil && c.Code != told[len(told)-1] {
			if (c.Code == "") != (c.Message == "") {
				t.Errorf("with the code %q comes the sentence %q", c.Code, c.Message)
			}
			told = append(told, c.Code)
		}
		return told[len(told)-1] == last
	})
	return told
}

// The camera is knocked, found again, covered for a while and sees the table again: the screens are told each time.
func TestScreensAreToldOfTheView(t *testing.T) {
	r := recordings(synth.Options{Players: 2, Seed: 5, Seconds: 4, FPS: 15, Mishaps: synth.Mishaps{Bump: 20, Cover: 1}})(t)
	config := r.config(t.TempDir())
	config.Fast = false // a screen need not be told what held for less time than it takes to draw
	program := run(t, config)
	want := []string{"", "camera-moved", "", "camera-blocked", "", "recording-over"}
	if got := cameraCodes(t, program.URL(), "recording-over"); !slices.Equal(got, want) {
		t.Errorf("told were %q, want %q", got, want)
	}
	updates(t, program.URL(), func(data string) bool {
		if strings.TrimSpace(data) != dashboard.Version() {
			t.Errorf("first the screens are told %q, not the version of the pages", data)
		}
		return true
	})
	if _, list := get(t, program.URL()+"/api/v1/matches"); !strings.Contains(list, `"recording":"`+r.video+`"`) {
		t.Errorf("the history does not tell that this was a recording: %s", list)
	}
}

// In a round that was begun with a covered lens there is nothing the picture could be compared with: it is told as dark all the same.
func TestARoundBegunInTheDark(t *testing.T) {
	dark := frame.Of(gocv.NewMatWithSize(180, 320, gocv.MatTypeCV8UC3), 0)
	defer dark.Close()
	light := frame.Of(gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 140, 0), 180, 320, gocv.MatTypeCV8UC3), 0)
	defer light.Close()
	for want, step := range map[string]pipeline.Step{
		"camera-dark":  {Frame: dark},
		"camera-moved": {Frame: dark, Sight: pipeline.SightMoved},
		"camera-sinks": {Frame: light, Sight: pipeline.SightSinks},
		"":             {Frame: light},
	} {
		if got := viewOf(step).ID; got != want {
			t.Errorf("it is told as %q, want %q", got, want)
		}
	}
}
