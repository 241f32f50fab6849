package api

import (
	"bytes"
	"fmt"
	"image/color"

	"github.com/boombuler/barcode/qr"
)

// quiet is the width of the white border a QR code needs to be found, in modules (ISO/IEC 18004).
const quiet = 4

// qrCode draws a text as a QR code in SVG, one unit a module, black on white in any colour scheme.
func qrCode(text string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("QR code: %w", err)
	}
	size := code.Bounds().Dx()
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="`, size+2*quiet)
	for y := range size {
		for x := range size {
			if code.At(x, y) == color.Black {
				fmt.Fprintf(&out, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	out.WriteString(`"/></svg>`)
	return out.Bytes(), nil
}
