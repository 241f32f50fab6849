// Package lan is about the local network the program is reached over: under which addresses, and by which
// certificate.
package lan

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// virtual are beginnings of the names of network cards that lead to containers and virtual machines, not to the
// people at the table.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "flannel"}

// addresses gives the addresses under which other devices of the local network reach this machine, the likeliest
// first. Without a network there are none.
func addresses() []netip.Addr {
	var found []netip.Addr
	cards, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, card := range cards {
		if card.Flags&net.FlagUp == 0 || card.Flags&net.FlagLoopback != 0 || isVirtual(card.Name) {
			continue
		}
		addrs, err := card.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil && usable(p.Addr()) {
				found = append(found, p.Addr().Unmap())
			}
		}
	}
	route := byRoute()
	slices.SortStableFunc(found, func(a, b netip.Addr) int { return rank(a, route) - rank(b, route) })
	return found
}

func isVirtual(name string) bool {
	return slices.ContainsFunc(virtual, func(v string) bool { return strings.HasPrefix(name, v) })
}

// usable tells that an address can be typed or photographed by a guest: link-local ones need a zone besides.
func usable(a netip.Addr) bool {
	return a.IsValid() && !a.IsLoopback() && !a.IsLinkLocalUnicast() && !a.IsMulticast() && !a.IsUnspecified()
}

// byRoute is the address this machine would use to reach the world; not valid where there is no way. Nothing is
// sent: connecting a datagram socket only looks up the route. The address is one kept for documentation (RFC 5737).
func byRoute() netip.Addr {
	c, err := net.Dial("udp4", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer c.Close()
	p, err := netip.ParseAddrPort(c.LocalAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return p.Addr().Unmap()
}

// rank sorts addresses: the one the world is reached by, then short private ones, then the rest.
func rank(a, route netip.Addr) int {
	switch {
	case a == route:
		return 0
	case a.Is4() && a.IsPrivate():
		return 1
	case a.Is4():
		return 2
	case a.IsPrivate():
		return 3
	}
	return 4
}

// Reached gives the host names or addresses under which others reach a listener at addr (host:port), the likeliest
// first. A listener on localhost is reached by nobody else: none.
func Reached(addr string) []string {
	host, _, err := net.SplitHostPort(addr)
	if err != nil || host == "localhost" {
		return nil
	}
	a, err := netip.ParseAddr(host)
	switch {
	case host != "" && err != nil:
		return []string{host}
	case err == nil && a.IsLoopback():
		return nil
	case err == nil && !a.IsUnspecified():
		return []string{a.Unmap().String()}
	}
	var out []string
	for _, a := range addresses() {
		out = append(out, a.String())
	}
	return out
}
