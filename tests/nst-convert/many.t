#!/bin/sh
# SPDX-License-Identifier: MIT
# Folders and several files: what is found in them, one by one and in parallel; a failure is counted
# and stops nothing.
. tests/tap.sh
. tests/nst-convert/convert.sh

# traces: a folder of reports and exports, two of which are broken. Seven files are to be converted.
traces() {
	fresh
	mkdir -p "traces/a b/it's
new" traces/-x traces/.hidden
	makereport traces/1.nsys-rep
	makereport traces/2.qdrep
	cp "$sample" traces/2.sqlite
	makereport "traces/a b/{} {2} \$HOME \"q\".nsys-rep"
	cp "$sample" "traces/a b/it's
new/-n.sqlite"
	standin traces/-x/bad.nsys-rep
	head -c 50000 "$sample" >traces/-x/cut.sqlite
	cp "$sample" traces/3.sqlite
	makereport traces/.hidden/4.nsys-rep
	ln -s .. traces/loop
	echo text >traces/notes.txt
	mkdir traces/folder.sqlite
}

# converted DESCRIPTION: the run converted the five good ones of traces, and said so.
converted() {
	is "$status $(tail -n 1 "$tmp/err")" '1 nst-convert: 7 files, 2 failed' "$1: the last line"
	good=0
	for trace in traces/1 traces/2 traces/3 "traces/a b/{} {2} \$HOME \"q\"" "traces/a b/it's
new/-n"; do
		! cmp -s "$trace.json" "$tmp/report.json" || good=$((good + 1))
		! cmp -s "$trace.json" "$tmp/sample.json" || good=$((good + 1))
	done
	found=$(find . -name .nst-convert -prune -o -name '*.json' -exec echo x \; | wc -l)
	is "$good $found" '5 5' "$1: the good ones"
	exports=$(find . -name '*.sqlite' -type f -exec echo x \; | wc -l)
	is "$exports $(find . -name '.nst*.*')" '4 ' "$1: nothing left behind"
	is "$(grep -c '^nst-convert: traces/-x/bad.nsys-rep: not converted' "$tmp/err")" 1 \
		"$1: the bad report is named"
	is "$(grep -c '^nst-convert: traces/-x/cut.sqlite: not converted' "$tmp/err")" 1 \
		"$1: the bad export is named"
	is "$(wrote | grep -o '\.json' | wc -l)" 5 "$1: what was written is said"
}

traces
run nst-convert traces
converted 'one by one'
traces
run nst-convert -j 1 traces/
converted '-j 1'
fresh
makereport a.nsys-rep
makereport b.nsys-rep
run nst-convert --gzip --to ndjson,chrome --match "Layer 3|it's|a{2}" ./a.nsys-rep b.nsys-rep
is "$status $(messages)" '0 nst-convert: 2 files, 0 failed' 'several files'
is "$(here)" 'a.json.gz a.ndjson.gz a.nsys-rep b.json.gz b.ndjson.gz b.nsys-rep' \
	'several files: made'
nst-filter --match "Layer 3|it's|a{2}" "$tmp/report.ndjson" >want
gzip -dc b.ndjson.gz >got
same got want 'several files: with the options'
run nst-convert a.nsys-rep none.nsys-rep b.nsys-rep --force
is "$status $(messages)" '1 nst-convert: none.nsys-rep: no such file
nst-convert: 3 files, 1 failed' 'a file that is not there stops no other'

# Without parallel.
mkdir "$tmp/few"
for program in awk cat cp find grep head mkdir mkfifo mktemp mv rm sed \
	setsid sh sort stat tr uniq; do
	ln -s "$(command -v $program)" "$tmp/few/"
done
traces
run env PATH="$tmp/few" "$BUILD/bin/nst-convert" -j 4 traces
converted 'without parallel'
is "$(sed -n 1p "$tmp/err")" \
	'nst-convert: -j 4: GNU parallel is not installed: one file after the other' \
	'without parallel: said'
printf '#!/bin/sh\necho "parallel of moreutils" >&2\nexit 1\n' >"$tmp/few/parallel"
chmod +x "$tmp/few/parallel"
traces
run env PATH="$tmp/few" "$BUILD/bin/nst-convert" -j 4 traces
converted 'with another parallel'
run env PATH="$tmp/few" "$BUILD/bin/nst-convert" --sshlogin a,b traces
is "$status $(said)" '1 nst-convert: --sshlogin: GNU parallel is not installed' \
	'--sshlogin without parallel'

# What of a folder can't be converted is a failure, and named.
fresh
mkdir -p traces/sub.sqlite traces/fifos
makereport traces/good.nsys-rep
ln -s nothing traces/gone.nsys-rep
ln -s nothing traces/sub.sqlite/gone.sqlite
ln -s nothing traces/other.txt
mkfifo traces/fifos/a.qdrep
run nst-convert traces
is "$status $(messages | sort)" '1 nst-convert: 4 files, 3 failed
nst-convert: traces/fifos/a.qdrep: no file
nst-convert: traces/gone.nsys-rep: a link to nothing
nst-convert: traces/sub.sqlite/gone.sqlite: a link to nothing' 'links to nothing, and no files'
is "$(wrote)" 'traces/good.json' 'links to nothing: the others are converted'
rm traces/good.* traces/fifos/a.qdrep traces/gone.nsys-rep
run nst-convert traces
is "$status $(messages)" '1 nst-convert: traces/sub.sqlite/gone.sqlite: a link to nothing
nst-convert: 1 files, 1 failed' 'a link to nothing alone'
if setpriv --reuid=65534 --clear-groups test -x "$BUILD/bin/nst-convert" 2>/dev/null; then
	fresh
	mkdir -p traces/closed traces/listed
	makereport traces/closed/a.nsys-rep
	makereport traces/listed/a.nsys-rep
	cp "$sample" traces/good.sqlite
	cp "$sample" traces/secret.sqlite
	chmod 600 traces/secret.sqlite
	chmod 700 traces/closed
	chmod 744 traces/listed
	chmod 777 . traces "$tmp" "$TMPDIR"
	run setpriv --reuid=65534 --clear-groups nst-convert traces
	is "$status
$(messages | sed 's/Permission.*/no/')" '1
nst-convert: traces/closed: a folder that cannot be read
nst-convert: traces/listed: a folder that cannot be read
nst-convert: traces/secret.sqlite: not converted: nst-dump: ./secret.sqlite: no
nst-convert: 4 files, 3 failed' 'parts that cannot be read'
	is "$(wrote)" 'traces/good.json' 'parts that cannot be read: the others are converted'
	run setpriv --reuid=65534 --clear-groups nst-convert traces/closed
	is "$status $(messages)" '1 nst-convert: traces/closed: a folder that cannot be read
nst-convert: 1 files, 1 failed' 'a folder that cannot be read'
else
	report 0 'parts that cannot be read # SKIP no other user can be tried here'
fi

# Names are printed without what a terminal would take for a command.
fresh
escape=$(printf '\033')
cp "$sample" "${escape}[31mred$(printf '\r\177').sqlite"
cp "$sample" 'two
lines.sqlite'
: >"bad$escape.txt"
run nst-convert "bad$escape.txt" .
is "$status
$(said | sed 's/ (.*)$//')" '1
nst-convert: bad\u001b.txt: neither a report
nst-convert: \u001b[31mred\u000d\u007f.sqlite: wrote \u001b[31mred\u000d\u007f.json
nst-convert: two\u000alines.sqlite: wrote two\u000alines.json
nst-convert: 3 files, 1 failed' 'control characters in names'
head -c 50000 "$sample" >"cut$escape.sqlite"
run nst-convert "cut$escape.sqlite"
like "$status $(said)" \
	'^1 nst-convert: cut\\u001b.sqlite: not converted: nst-dump: ./cut\\u001b.sqlite: trun' \
	'control characters in names: behind messages'
run nst-convert "--nope$escape"
is "$status $(head -n 1 "$tmp/err")" "2 nst-convert: unknown option '--nope\\u001b'" \
	'control characters in options'

if ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
	report 0 'parallel # SKIP GNU parallel is not installed'
	finish
fi
traces
run nst-convert -j 4 traces
converted '-j 4'
traces
mkdir "$tmp/it's bin"
cp "$BUILD"/bin/nst-* "$tmp/it's bin/"
PARALLEL_SHELL=/bin/false run "$tmp/it's bin/nst-convert" -j4 --to=chrome traces
converted '-j4, whatever the shell of the user and the folder of the programs'
fresh
for n in 1 2 3; do
	makereport $n.nsys-rep
done
run nst-convert -j 2 --gzip --to ndjson --match "Layer 3|it's|a{2}|[{}]|[{#}]" .
is "$status $(messages)" '0 nst-convert: 3 files, 0 failed' '-j: with options'
is "$(here)" '1.ndjson.gz 1.nsys-rep 2.ndjson.gz 2.nsys-rep 3.ndjson.gz 3.nsys-rep' \
	'-j: with options: made'
nst-filter --match "Layer 3|it's|a{2}|[{}]|[{#}]" "$tmp/report.ndjson" >"$tmp/want"
gzip -dc 3.ndjson.gz >"$tmp/got"
same "$tmp/got" "$tmp/want" '-j: options as they were written'

for what in "a '{}' b" '' ' ' '$(touch pwned)' ';touch pwned;' '*' '{1} {#} {=1=}' 'a
b' "$escape"; do
	run nst-convert -j 2 --force --to ndjson --prefix "$what" .
	shown=$(printf '%s' "$what" | tr -c '[:print:]' '|')
	left=$(messages | grep -v 'no range begins with')
	is "$status $left" '0 nst-convert: 3 files, 0 failed' "-j: --prefix '$shown'"
	nst-filter --prefix "$what" "$tmp/report.ndjson" >"$tmp/want" 2>/dev/null
	same 2.ndjson "$tmp/want" "-j: --prefix '$shown' as it was written"
	run nst-convert --to ndjson --prefix "$what" .
	is "$status $(grep -c ' is up to date$' "$tmp/err")" '0 3' \
		"-j: --prefix '$shown' noted alike"
done
is "$(find . -name pwned)" '' '-j: no option is run'

# Two at a time: each waits until the other has begun.
cat >"$tmp/bin/meet" <<'END'
#!/bin/sh
: >"$NSYS_LOG.$$"
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ "$(find "$NSYS_LOG".* | wc -l)" -lt 2 ] || exec nsys "$@"
	sleep 0.2
done
exit 1
END
chmod +x "$tmp/bin/meet"
fresh
standin 1.nsys-rep
standin 2.nsys-rep
NSYS=$tmp/bin/meet run nst-convert --export nsys -j 2 .
is "$status $(messages)" '0 nst-convert: 2 files, 0 failed' '-j 2: two at a time'

# Other machines: ssh is a stand-in that notes the host and runs the command here, in another folder
# and without our variables.
cat >"$tmp/bin/ssh" <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
	case $1 in
	-*) shift ;;
	*) break ;;
	esac
done
host=$1
shift
[ "$1" != -- ] || shift
echo "$host" >>"$NSYS_LOG.hosts"
cd /
exec env -u NSYS sh -c "$*"
END
chmod +x "$tmp/bin/ssh"
traces
mv "$tmp/bin/nsys" "$tmp/nsys"
NSYS=$tmp/nsys PARALLEL_SSH=$tmp/bin/ssh run nst-convert --sshlogin 1/gpu1,1/gpu2 traces
converted '--sshlogin'
is "$(sort -u "$NSYS_LOG.hosts" | paste -sd ' ')" 'gpu1 gpu2' '--sshlogin: on the other machines'
finish
