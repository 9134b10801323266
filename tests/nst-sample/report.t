#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-sample --report: the same report every time, whole or none, and with the sample's secrets.
# What is in it tests/nst-import/sample.t says.
. tests/tap.sh

cd "$tmp" || exit
mkdir work
nst-sample --report whole.nsys-rep

# beside: what is in the folder.
beside() {
	ls -A work | paste -s -d ' '
}

run nst-sample --report work/a.nsys-rep
is "$status $(cat out err)" '0 ' 'made in silence'
same work/a.nsys-rep whole.nsys-rep 'the same bytes again'
run nst-sample --report work/a.nsys-rep
is "$status $(cat err)" '1 nst-sample: work/a.nsys-rep: it is there already; --force replaces it' \
	'a report that is there is not replaced'
run env TZ=Asia/Tokyo LC_ALL=C.UTF-8 nst-sample --force --report work/a.nsys-rep
is "$status $(beside)" '0 a.nsys-rep' 'once more, elsewhere: nothing beside it'
same work/a.nsys-rep whole.nsys-rep 'the same bytes elsewhere'
for secret in TOKEN ARGUMENT FOLDER; do
	ok "it has a secret: $secret" grep -aq NST_CANARY_$secret whole.nsys-rep
done
rm work/*

# refused STATUS PATTERN ARGUMENT...: nothing is written but a message.
refused() {
	want=$1 pattern=$2
	shift 2
	run nst-sample "$@"
	like "$status $(cat out err)" "^$want $pattern" "refused: nst-sample $*"
	is "$(beside)" '' "refused: nst-sample $*: nothing left behind"
}
refused 2 'nst-sample: no file named' --report
refused 2 "nst-sample: 'work/b' is one argument too many" --report work/a work/b
refused 2 'nst-sample: no file named' --report ''
refused 2 "nst-sample: '--report' is one argument too many" work/a --report
refused 2 'nst-sample: no file named' --report --force
refused 1 'nst-sample: .*no such folder' --report work/none/a.nsys-rep
refused 1 'nst-sample: work: ' --report work
for name in 'a b.nsys-rep' "it's;.nsys-rep" é.nsys-rep; do
	run nst-sample --report "work/$name"
	same "work/$name" whole.nsys-rep "a file called $name"
	is "$status $(beside)" "0 $name" "a file called $name: alone"
	rm -f work/*
done
(cd work && nst-sample --report -- -a.nsys-rep)
same work/-a.nsys-rep whole.nsys-rep 'a file called -a.nsys-rep, behind --'
rm -f work/*

# A disk that is full, programs that fail or are not there: the file of before stays.
echo 'from before' >before
cp before work/a.nsys-rep
# fails PATTERN DESCRIPTION COMMAND...: it does, says so, and leaves all as it was.
fails() {
	pattern=$1 what=$2
	shift 2
	run "$@"
	like "$status $(grep "^nst-sample: " err)" "^1 nst-sample: work/a.nsys-rep: $pattern" \
		"$what: said"
	is "$(beside)" a.nsys-rep "$what: nothing left behind"
	same work/a.nsys-rep before "$what: the file of before is there"
}
mkdir fails alone
printf '#!/bin/sh\necho "nst-mkreport: no" >&2\nexit 1\n' >fails/nst-mkreport
chmod +x fails/nst-mkreport
cp "$BUILD/bin/nst-sample" fails/
cp "$BUILD/bin/nst-sample" alone/
fails 'sqlite3: ' 'no more room' sh -c 'ulimit -f 100; exec nst-sample --force --report work/a.nsys-rep'
fails 'no$' 'nst-mkreport fails' fails/nst-sample --report --force work/a.nsys-rep
ln -s "$BUILD/bin/nst-chain" alone/
path=$(echo "$PATH" | tr : '\n' | grep -vx "$BUILD/bin" | paste -sd :)
fails '.*nst-mkreport.*not found' 'no nst-mkreport' \
	env PATH="$path" alone/nst-sample --force --report work/a.nsys-rep
rm work/*
finish
