#!/bin/sh
# SPDX-License-Identifier: MIT
# Pictures for people to look at, in $BUILD: of two steps of the sample, and of others whole and
# from near their middle. Drawn from nothing but the traces.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

# picture NAME OUT [FROM TO]: draws it.
picture() {
	nst-dump "$(profile "$1")" 2>/dev/null | nst-link | nst-perfetto >"$tmp/$1.pftrace" 2>/dev/null
	svg=$BUILD/$2.svg
	trace=$tmp/$1.pftrace
	shift 2
	ok "${svg##*/}: drawn" sh -c 'out=$1; shift; tests/viewers/picture "$@" >"$out"' - "$svg" "$trace" "$@"
	is "$(tail -n 1 "$svg")" "</svg>" "${svg##*/}: it is whole"
	! command -v xmllint >/dev/null || ok "${svg##*/}: XML" xmllint --noout "$svg"
}

from=12540000000 to=12700000000
picture sample sample $from $to
is "$(grep -c 'height="13"' "$svg")" "$(ask "$trace" "select count(*) from slice where ts < $to and ts + dur >= $from")" "every slice of the window has its box"
is "$(grep -o 'bold">[^<]*' "$svg" | cut -d '>' -f 2)" "GPU 0 · NVIDIA H100 80GB HBM3
GPU 1 · NVIDIA H100 80GB HBM3
rank 0 · python 4201
rank 1 · python 4202" "groups from top to bottom"

for png in doc/page.png doc/timeline.png; do
	is "$(head -c 8 "$png" | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a "$png: a picture of README"
	ok "$png: README shows it" grep -q "]($png)" README.md
	ok "$png: it is small" test "$(wc -c <"$png")" -lt 300000
done

for name in cloverleaf-3.13.2 opengl-uvm-3.11.1 saxpy-mpi-2.9.1 cpu-only-3.16.1 pytorch-2gpu-3.25.0 pytorch-nccl-2gpu-3.25.0; do
	if ! [ -e "$(profile "$name")" ]; then
		note "$name is not here"
		continue
	fi
	picture "$name" "$name"
	middle=$(ask "$trace" "select min(ts), max(ts) from (select ts, ntile(100) over (order by ts) as part from slice where category in ('kernel', 'osrt')) where part between 45 and 48")
	picture "$name" "$name-part" "${middle%	*}" "${middle#*	}"
done

finish
