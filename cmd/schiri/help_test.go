package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// valueName finds a flag in a help text, and what stands there for its value.
var valueName = regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[\w-]+) (\S.*?) {3}`)

// What is in backquotes in a flag's text is taken for the name of its value: a command quoted there stood in the help as
// "--deck schiri deck learn".
func TestHelpNamesValuesInAWord(t *testing.T) {
	found := 0
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		for _, m := range valueName.FindAllStringSubmatch(c.Flags().FlagUsages()+c.PersistentFlags().FlagUsages(), -1) {
			found++
			if strings.Contains(m[2], " ") {
				t.Errorf("%s: the value of %s is named %q", c.CommandPath(), m[1], m[2])
			}
		}
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(rootCommand())
	if found < 40 {
		t.Errorf("only %d flags with a value were found; the test does not read the help right", found)
	}
}
