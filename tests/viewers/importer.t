#!/bin/sh
# SPDX-License-Identifier: MIT
# Perfetto's importer reports no error and no loss for the trace of any profile, with all that
# programs add to its stream.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

: "${REPORTS:=../shared/reports}" "${KINETO:=../shared/kineto}"
complaints="select name, value from stats where severity in ('error', 'data_loss') and value > 0"

# full FILE: writes the stream of a profile with steps, states and findings.
full() {
	nst-dump "$1" 2>"$tmp/err" | nst-link 2>>"$tmp/err" | nst-step 2>>"$tmp/err" | nst-state 2>>"$tmp/err" | nst-advise
}

# accepted FILE NAME: all forms of its trace.
accepted() {
	full "$1" >"$tmp/stream"
	nst-chrome --array "$tmp/stream" >"$tmp/array.json"
	nst-chrome --object "$tmp/stream" >"$tmp/object.json"
	nst-perfetto "$tmp/stream" >"$tmp/trace.pftrace"
	for trace in array.json object.json trace.pftrace; do
		is "$("$query" "$tmp/$trace" "$complaints" "select count(*) > 0 as slices from slice" 2>&1 | paste -sd ' ')" \
			'name	value slices 1' "$2: $trace has slices and no error"
	done
}

# The query sees an error.
echo '[{"ph":"X","cat":"c","name":"n","pid":1,"tid":2,"ts":10,"dur":-5}]' >"$tmp/bad.json"
is "$(ask "$tmp/bad.json" "$complaints")" 'slice_negative_duration	1' 'an error is reported'

for name in $(profiles); do
	accepted "$(profile "$name")" "$name"
done
for file in "$REPORTS"/*.nsys-rep "$REPORTS"/*.qdrep "$REPORTS"/unpaired/*.nsys-rep "$REPORTS"/unpaired/*.qdrep "$KINETO"/*.json.gz; do
	[ ! -e "$file" ] || accepted "$file" "${file##*/}"
done
[ -e "$REPORTS" ] || skip "no real reports in $REPORTS (REPORTS)" reports
[ -e "$KINETO" ] || skip "no traces in $KINETO (KINETO)" 'traces of PyTorch'

finish
