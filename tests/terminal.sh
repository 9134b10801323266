# SPDX-License-Identifier: MIT
# status is for those who source it; tmp is that of tests/tap.sh.
# shellcheck shell=sh disable=SC2034,SC2154
# A pseudo-terminal, for tests of what programs do only on a terminal. Sourced after tests/tap.sh.

TERM=xterm
export TERM
# Why there is no pseudo-terminal; empty if there is one.
noterminal=
if ! command -v script >/dev/null; then
	noterminal='script of util-linux is not installed'
elif ! script -qec true "$tmp/typescript" >/dev/null 2>&1 </dev/null; then
	noterminal='no pseudo-terminal: /dev/pts is not mounted'
fi

# needterminal: skips the whole script if there is no pseudo-terminal.
needterminal() {
	[ -z "$noterminal" ] || skipall "$noterminal"
}

# terminal COMMAND: runs it in a pseudo-terminal. Sets $status, and writes the bytes that the
# terminal got into $tmp/tty, in lines that end in LF.
terminal() {
	status=0
	script -qec "$1" "$tmp/typescript" >/dev/null 2>&1 </dev/null || status=$?
	sed '1d; $d' "$tmp/typescript" | tr -d '\r' | sed "s/^$(printf '\033')\[K//" | grep . >"$tmp/tty"
}

# screen: prints what stays on the screen, without overwritten text.
screen() {
	sed "s/.*$(printf '\033')\[K//" "$tmp/tty" | grep .
}
