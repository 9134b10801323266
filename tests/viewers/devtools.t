#!/bin/sh
# SPDX-License-Identifier: MIT
# The parser of Chrome DevTools' Performance panel throws nothing.
. tests/tap.sh
. tests/viewers/viewers.sh
neednpm "DevTools parser"

for name in $(profiles); do
	draw "$name"
	ok "$name" node "$BUILD/viewers/devtools.mjs" "$tmp/$name.json"
done
nst-chrome --object "$tmp/sample.ndjson" >"$tmp/object.json"
ok "sample, as an object" node "$BUILD/viewers/devtools.mjs" "$tmp/object.json"
echo '{"ts":1}' | nst-chrome >"$tmp/bare.json"
ok "an event with nothing but a time" node "$BUILD/viewers/devtools.mjs" "$tmp/bare.json"

finish
