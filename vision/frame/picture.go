package frame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the size of such pictures is known before they are decoded
	_ "image/png"
	"io/fs"
	"os"

	"gocv.io/x/gocv"
)

// Sizes of a picture in pixels. OpenCV ends the program over a picture of more pixels than it decodes, and over one so
// narrow that nothing is left of it when it is made small. No camera takes as many pixels as fill the memory, which a file
// of few bytes can claim.
const (
	leastSide, mostSide = 16, 16384
	mostPixels          = 150_000_000
)

// CheckSize tells why a picture of so many pixels cannot be used.
func CheckSize(width, height int) error {
	if min(width, height) < leastSide || max(width, height) > mostSide || width*height > mostPixels {
		return fmt.Errorf("a picture of %dx%d pixels; %d to %d on a side and %d million in all can be used", width, height, leastSide, mostSide, mostPixels/1_000_000)
	}
	return nil
}

// Read reads a picture from a file, see Decode. The error does not name the file.
func Read(path string) (gocv.Mat, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return gocv.Mat{}, err
	}
	return Decode(data)
}

// Decode makes a picture (8-bit BGR) of a file's content, turned as the camera was held. The caller closes it; after an error there
// is none.
func Decode(data []byte) (gocv.Mat, error) {
	// The size is looked at before the pixels are: a few bytes can claim any.
	if config, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		if err := CheckSize(config.Width, config.Height); err != nil {
			return gocv.Mat{}, err
		}
	}
	if bytes.HasPrefix(data, []byte{0xff, 0xd8, 0xff}) && !ends(data) {
		return gocv.Mat{}, errors.New("the picture is cut off: copy the file again")
	}
	m, err := gocv.IMDecode(data, gocv.IMReadColor)
	if err == nil && !m.Empty() {
		if err = CheckSize(m.Cols(), m.Rows()); err == nil {
			return m, nil
		}
	} else {
		err = errors.New("cannot be read as a picture")
	}
	m.Close()
	return gocv.Mat{}, err
}

// ends tells that a JPEG file has its end (ITU-T T.81, B.1.1). Of one that was cut off the decoder makes up the rest, in grey, and the
// cards that lay there would be missing without a word.
func ends(file []byte) bool {
	for i := 2; i+1 < len(file); {
		switch mark := file[i+1]; {
		case file[i] != 0xff || mark == 0 || mark >= 0xd0 && mark <= 0xd7: // the pixels of a scan, which stand between segments
			i++
		case mark == 0xff: // fills up
			i++
		case mark == 0xd9:
			return true
		case i+3 >= len(file):
			return false
		default: // a segment, which tells its length
			i += 2 + int(binary.BigEndian.Uint16(file[i+2:]))
		}
	}
	return false
}
