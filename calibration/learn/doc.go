// Package learn makes a deck from photos of its cards.
//
// Rows in one photo (FromSheets, Rows and Backs; rows.go and live.go): the outlines of cards give the plane of the table
// (find.go, planes.go). The photo is laid flat on it, and the cards are moved onto their edges and put into rows
// (flat.go, fit.go, size.go, grid.go, survey.go; another.go looks for a row that did not show). Cards that were cut out a
// little off or lie upside down are put right by their print, which is alike in all colours (print.go, register.go,
// upright.go). The rows' colours are named by comparing them with each other (colors.go). At last the light of each row
// is evened out (glare.go, shading.go, clipped.go).
//
// One card in each photo (FromPhotos; single.go): what most photos of a folder show is the card, laid over each other or
// alike in pattern (elect.go, pattern.go). Cards of one deck are cut alike (together.go) and brought to white light
// (balance.go).
package learn
