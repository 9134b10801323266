#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-stats when a program fails, the disk is full, nobody reads, or a signal comes: it fails too,
# and leaves nothing behind.
. tests/tap.sh

mkdir "$tmp/temp" "$tmp/work" "$tmp/broken"
TMPDIR=$tmp/temp
export TMPDIR
cd "$tmp/work" || exit
cp "$BUILD/sample.sqlite" p.sqlite
cp "$BUILD/bin/nst-stats" "$tmp/broken/"

# here: what is in the folder, and left in that of temporary files.
here() {
	ls -A . "$TMPDIR" | paste -s -d ' '
}
empty=$(here)

# The status of each program counts, in a pipeline and in two.
for program in nst-dump nst-link nst-sum; do
	for other in nst-dump nst-link nst-sum; do
		ln -sf "$(command -v $other)" "$tmp/broken/$other"
	done
	rm "$tmp/broken/$program"
	cat >"$tmp/broken/$program" <<-END
		#!/bin/sh
		case "\$*" in *help*) exec "$(command -v $program)" "\$@" ;; esac
		"$(command -v $program)" "\$@" | head -c 1000
		[ -p /dev/stdin ] || case $program in nst-sum) [ -s /dev/stdin ] || exit 1 ;; esac
		echo "$program: No space left on device" >&2
		exit 3
	END
	chmod +x "$tmp/broken/$program"
	for reports in nvtx_kern_sum nvtx_kern_sum,cuda_kern_exec_trace; do
		run "$tmp/broken/nst-stats" -r $reports -o x p.sqlite
		is "$status $(here)" "1 $empty" "$reports: $program fails"
		like "$(cat "$tmp/err")" \
			"^nst-stats: p.sqlite: no tables: $program: No space left on device\$" \
			"$reports: $program: it is said"
	done
done

# Profiles that are none, and the others.
head -c 100000 p.sqlite >bad.sqlite
run nst-stats -r cuda_api_sum,nvtx_sum -f csv bad.sqlite nix.sqlite p.sqlite
is "$status $(grep -c '^Time' "$tmp/out")" '1 2' 'a bad profile: the others are done'
like "$(cat "$tmp/err")" '^nst-stats: bad.sqlite: no tables: nst-dump: .*truncated' \
	'... and it is said'
like "$(cat "$tmp/err")" '^nst-stats: nix.sqlite: no such file$' \
	'... as is a file that is not there'
run nst-stats .
is "$status $(cat "$tmp/err")" '1 nst-stats: .: a folder: name the files in it' 'a folder, and nothing else is said'
rm bad.sqlite

# Output.
for reports in cuda_gpu_trace cuda_gpu_trace,cuda_api_sum; do
	status=0
	nst-stats -r $reports -f csv p.sqlite >/dev/full 2>"$tmp/err" || status=$?
	is "$status $(here)" "1 $empty" "$reports: a full disk"
	like "$(cat "$tmp/err")" '^nst-stats: .*(No space left on device|write error)$' \
		'... is said'
	{
		sleep 0.1
		env --default-signal=PIPE nst-stats -r $reports -f csv p.sqlite 2>"$tmp/err"
		echo $? >"$tmp/status"
	} | :
	is "$(cat "$tmp/status") $(grep -v 'graph launches were traced' "$tmp/err")$(here)" "141 $empty" \
		"$reports: nobody reads"
done
run nst-stats -r cuda_api_sum -o '@false' p.sqlite
is "$status $(here)" "1 $empty" 'a command that fails'

# Signals, while a program of ours waits.
cat >"$tmp/broken/nst-sum" <<END
#!/bin/sh
case "\$*" in *help*) exec "$(command -v nst-sum)" "\$@" ;; esac
[ -p /dev/stdin ] || [ -s /dev/stdin ] || exit 1
echo \$\$ >"$tmp/waits"
exec sleep 100
END
ln -sf "$(command -v nst-link)" "$tmp/broken/nst-link"
for signal in HUP:129 INT:130 QUIT:131 TERM:143; do
	rm -f "$tmp/waits"
	env --default-signal=INT,QUIT "$tmp/broken/nst-stats" \
		-r nvtx_kern_sum,cuda_kern_exec_trace -o x p.sqlite 2>"$tmp/err" &
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ ! -s "$tmp/waits" ] || break
		sleep 0.2
	done
	kill -s "${signal%:*}" $!
	status=0
	wait $! || status=$?
	is "$status $(here)" "${signal#*:} $empty" "$signal: it ends, and leaves nothing"
	ok "$signal: what it started has ended" sh -c "! kill -0 $(cat "$tmp/waits") 2>/dev/null"
done

finish
