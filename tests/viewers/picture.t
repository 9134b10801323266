#!/bin/sh
# SPDX-License-Identifier: MIT
# A picture of two steps of the sample, in $BUILD/sample.svg: drawn from nothing but the trace, for people to look at.
. tests/tap.sh
. tests/viewers/viewers.sh
draw sample

from=12540000 to=12700000
ok "drawn" sh -c 'tests/viewers/picture "$1" "$2" "$3" >"$4"' - "$tmp/sample.json" $from $to "$BUILD/sample.svg"
is "$(grep -c '^<rect x' "$BUILD/sample.svg")" \
	"$(jq --argjson from $from --argjson to $to 'map(select(.ph == "X" and .ts < $to and .ts + .dur > $from)) | length' "$tmp/sample.json")" \
	"every slice of the window has its box"
is "$(grep -o 'bold">[^<]*' "$BUILD/sample.svg" | cut -d '>' -f 2)" "GPU 0 · NVIDIA H100 80GB HBM3 
GPU 1 · NVIDIA H100 80GB HBM3 
python 4201
python 4202" "groups from top to bottom"
is "$(tail -n 1 "$BUILD/sample.svg")" "</svg>" "it is whole"

finish
