# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp is that of tests/tap.sh
# Programs that take longer than a second, for tests of the progress line. Sourced after
# tests/terminal.sh and tests/faults/faults.sh.

# sh "$tmp/slowly" CALL:N COMMAND...: the command, which reads little at a time, and stands still
# for more than a second at the Nth CALL.
cat >"$tmp/slowly" <<'END'
mkfifo "$tmp/fifo$$"
exec 3<&0
call=$1
shift
LD_PRELOAD=$FAULT_LIBRARY FAULT=$call:stop FAULT_CHUNK=1000 FAULT_FD=9 \
	"$@" 9<>"$tmp/fifo$$" <&3 3<&- &
head -c 1 "$tmp/fifo$$" >/dev/null
sleep 1.2
kill -CONT $!
wait $!
END
export tmp

# lines: prints all progress lines, in the order of time.
lines() {
	sed "s/$(printf '\033')\[K/\\n/g" "$tmp/tty"
}

# shown COMMAND FILE: a progress line with the name of the file was shown.
shown() {
	line=$(lines | grep events/s | head -n 1)
	like "$line" "^$1: $2: [0-9]+ events, [0-9]+ %, [0-9]+ events/s, [0-9]+ s left\$" \
		"$1 $2: how far it is"
}
