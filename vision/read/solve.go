package read

import "math"

// solve solves symmetric positive equations of which the upper half and, as the last column, the right side are given
// (Cholesky); false where they have no one solution. The equations are worked on in place.
func solve(a [][]float64) ([]float64, bool) {
	n := len(a)
	for j := range n {
		for k := range j {
			a[j][j] -= a[k][j] * a[k][j]
		}
		if !(a[j][j] > 1e-12) {
			return nil, false
		}
		a[j][j] = math.Sqrt(a[j][j])
		for m := j + 1; m <= n; m++ {
			for k := range j {
				a[j][m] -= a[k][j] * a[k][m]
			}
			a[j][m] /= a[j][j]
		}
	}
	x := make([]float64, n)
	for j := n - 1; j >= 0; j-- {
		x[j] = a[j][n]
		for k := j + 1; k < n; k++ {
			x[j] -= a[j][k] * x[k]
		}
		x[j] /= a[j][j]
	}
	return x, true
}

// equations are n equations of nothing, for solve.
func equations(n int) [][]float64 {
	a, v := make([][]float64, n), make([]float64, n*(n+1))
	for i := range a {
		a[i] = v[i*(n+1):][:n+1]
	}
	return a
}
