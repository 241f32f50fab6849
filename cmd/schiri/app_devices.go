package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"schiri/api"
	"schiri/api/match"
	"schiri/vision/source"
)

// videoClass is where Linux tells of its cameras.
const videoClass = "/sys/class/video4linux"

// macCameras is how many camera numbers are offered where the system does not tell which there are.
const macCameras = 3

// cameras lists the cameras of this machine; class is the folder where Linux tells of them, dev that of the
// devices. A camera has several devices there, of which the first gives pictures.
func cameras(class, dev string) ([]api.SetupCamera, error) {
	list := []api.SetupCamera{}
	if runtime.GOOS != "linux" {
		for n := range macCameras {
			list = append(list, api.SetupCamera{Source: strconv.Itoa(n), Sizes: []string{}})
		}
		return list, nil
	}
	found, err := filepath.Glob(filepath.Join(class, "video*"))
	if err != nil {
		return nil, fmt.Errorf("cameras: %w", err)
	}
	slices.SortFunc(found, func(a, b string) int { return cmp.Compare(deviceNumber(a), deviceNumber(b)) })
	for _, folder := range found {
		if index, err := os.ReadFile(filepath.Join(folder, "index")); err == nil && strings.TrimSpace(string(index)) != "0" {
			continue
		}
		c := api.SetupCamera{Source: filepath.Join(dev, filepath.Base(folder)), Sizes: []string{}}
		if name, err := os.ReadFile(filepath.Join(folder, "name")); err == nil {
			c.Name = strings.TrimSpace(string(name))
		}
		var refused match.Refusal
		if errors.As(usable(c.Source), &refused) {
			c.Fault = string(refused.Code)
		} else {
			c.Sizes = source.Sizes(c.Source)
			if len(c.Sizes) == 0 {
				c.Fault = string(busyCamera)
			}
		}
		list = append(list, c)
	}
	return list, nil
}

func deviceNumber(path string) int {
	n, err := strconv.Atoi(regexp.MustCompile(`\d+$`).FindString(path))
	if err != nil {
		return -1
	}
	return n
}

// How a camera is refused, as the page knows it.
const (
	noCamera     = match.Code("no_camera")
	deniedCamera = match.Code("denied")
	busyCamera   = match.Code("busy")
)

// usable tells in plain words why a device cannot be opened, where the system says so beforehand.
func usable(name string) error {
	if !strings.HasPrefix(name, "/dev/") {
		return nil
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return match.Refuse(deniedCamera, "camera-denied", "This user may not use the camera. On Linux the group video may: sudo usermod -aG video $USER, then log in again.")
	case errors.Is(err, fs.ErrNotExist):
		return match.Refuse(noCamera, "camera-missing", "There is no camera {name}. Is it plugged in?", "name", name)
	case err != nil:
		return match.Refuse(busyCamera, "camera-busy", "The camera {name} does not open: another program may be using it.", "name", name)
	}
	return f.Close()
}
