#!/bin/sh
# SPDX-License-Identifier: MIT
# nst open: a trace and a page before somebody's eyes. nst-page and the browser are stand-ins; the
# server is the real one, asked by curl and by hand.
. tests/tap.sh

command -v curl >/dev/null || skipall 'curl is not installed'
sample=$(profile sample)
cp "$sample" "$tmp/p.sqlite"
cp "$sample" "$tmp/a #%?b.1.sqlite"
nst-dump --command --names template "$sample" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
nst-dump --command --names template "$sample" >"$tmp/events" 2>/dev/null
nst-step --any "$tmp/linked" 2>/dev/null | nst-state 2>/dev/null | nst-skew --quiet 2>/dev/null | nst-advise >"$tmp/states" 2>/dev/null
nst-perfetto "$tmp/states" >"$tmp/t.pftrace" 2>/dev/null
nst-chrome "$tmp/linked" >"$tmp/t.json" 2>/dev/null
cd "$tmp" || exit 1
mkdir programs temp
cp "$BUILD/bin/nst" programs
cat >programs/nst-page <<'END'
#!/bin/sh
# a stand-in: its words, and the sum of what it reads
[ "$*" != linked ] || exec <linked
echo "<!doctype html>"
echo "$@"
cksum
END
# shellcheck disable=SC2016 # in the stand-in
printf '#!/bin/sh\necho "$@" >"%s"\nexit ${FAIL:-0}\n' "$tmp/opened" >browser
chmod +x programs/nst-page browser
TMPDIR=$tmp/temp
export TMPDIR
unset DISPLAY WAYLAND_DISPLAY BROWSER SSH_CONNECTION
nst() {
	"$tmp/programs/nst" "$@"
}

# wanted FILE WORD...: what the stand-in makes of a stream.
wanted() {
	stream=$1
	shift
	"$tmp/programs/nst-page" "$@" <"$stream" >"$tmp/want"
}

# Nobody to show it to: said before any work.
run nst open t.pftrace
is "$status $(grep -c "^nst: t.pftrace: no browser here: .*: scp [^ ]*:$(pwd -P)/t.pftrace " "$tmp/err")" '1 1' 'a trace, no browser: how to get it'
run nst open p.sqlite
is "$status $(cat "$tmp/err")" '1 nst: p.sqlite: no browser here: nst open --serve shows the page to one elsewhere, nst page writes it' 'a profile, no browser'

# A browser here.
BROWSER=$tmp/browser
export BROWSER
for name in t.pftrace t.json; do
	rm -f opened
	run nst open "$name"
	is "$status $(cat opened)" '0 https://ui.perfetto.dev' "$name: Perfetto"
done
# opens FILE: the page is opened, and stays in a folder of its own.
opens() {
	[ "$1" = linked ] || case " $* " in
	*' --title '*) ;;
	*) wanted states --title "$1" ;;
	esac
	rm -rf opened temp/*
	run nst open "$@"
	is "$status $(said | cut -d / -f 1)" '0 nst: the page is ' "$1: status"
	is "$(said | sed 's/^nst: the page is //')" "$(cat opened)" "$1: where it is"
	same "$(cat opened)" want "$1: the page"
}
opens p.sqlite
like "$(cat opened)" "^$tmp/temp/nst-open-[^/]*/p.html\$" 'the page is called as the profile'
is "$(stat -c %A "$(cat opened)" "$(dirname "$(cat opened)")" | paste -sd ' ')" '-rw------- drwx------' 'it is for its owner'
is "$(find temp -type f | wc -l)" 1 'nothing else is left'
opens events
opens 'a #%?b.1.sqlite'
like "$(cat opened)" '/a____b.1.html$' 'a name that an address can have'
wanted /dev/null linked
opens linked
wanted states --title 'a b'
opens p.sqlite --title 'a b'
gzip -k p.sqlite
opens p.sqlite.gz
like "$(cat opened)" '/p.html$' 'a compressed profile: its name'
run env FAIL=3 "$tmp/programs/nst" open p.sqlite
is "$status $(said | tail -n 1)" "1 nst: $tmp/browser: ended with 3: open the page yourself" 'a browser that fails'
is "$(nst -n open p.sqlite)" "nst-dump --command --names template p.sqlite | nst-link | nst-step --any | nst-state | nst-skew --quiet | nst-advise | nst-page --title p.sqlite > p.html
$tmp/browser p.html" '-n: what it runs'
if nst help | grep -q '^  page '; then
	is "$(nst -n page p.sqlite)" 'nst-dump --command --names template p.sqlite | nst-link | nst-step --any | nst-state | nst-skew --quiet | nst-advise | nst-page --title p.sqlite' 'nst page: with states'
else
	skip 'there is no nst-page' 'nst page'
fi
rm -rf temp/*
printf '#!/bin/sh\necho half\nexit 1\n' >programs/nst-state
chmod +x programs/nst-state
run nst open p.sqlite
is "$status $(find temp)" '1 temp' 'a stage that fails'
rm programs/nst-state
printf '#!/bin/sh\necho half\nexit 1\n' >programs/nst-page
rm -f opened
run nst open p.sqlite
is "$status $(find temp) $([ -e opened ] || echo none)" '1 temp none' 'a page that is not whole is not shown, nor left'
# a page that is larger than the files that nst may write
printf '#!/bin/sh\ncat >/dev/null\nulimit -S -f unlimited\ntruncate -s 1M /dev/stdout\n' >programs/nst-page
# shellcheck disable=SC2016 # in the shell
run sh -c 'ulimit -S -f 100; exec "$0" open linked' "$tmp/programs/nst"
like "$status $(said)" "^1 nst: $tmp/temp/\.nst-[^/]*/linked.html: File too large\$" 'a page that cannot be copied'
is "$(find temp) $([ -e opened ] || echo none)" 'temp none' '... is not shown, nor left, nor its folder'
# shellcheck disable=SC2016 # in the stand-in
printf '#!/bin/sh\necho "<!doctype html>"\necho "$@"\ncksum\n' >programs/nst-page
run nst open text.txt
is "$status $(cat "$tmp/err")" '1 nst: text.txt: No such file or directory' 'no such file'
echo text >text.txt
run nst open text.txt
like "$status $(cat "$tmp/err")" '^1 nst: text.txt: not a profile, a page or a trace: of an unknown type$' 'what cannot be'
run nst open
like "$status $(head -n 1 "$tmp/err")" '^2 nst: open: no file named$' 'no file'
run nst open --title x linked
is "$status $(head -n 1 "$tmp/err")" "2 nst: open: '--title' is before the FILE: put options after it" 'an option before the file'
run nst open t.json --title x
like "$status $(cat "$tmp/err")" '^2 nst: open: t.json is a trace: it takes no options' 'a trace has no options'

# a page that is there
mkdir pages
echo '<!DOCTYPE html><title>x</title>' >'pages/my page.html'
run nst open 'pages/my page.html'
is "$status $(cat opened) $(find temp)" "0 $(pwd -P)/pages/my page.html temp" 'a page: opened where it is'
is "$(nst -n open 'pages/my page.html')" "$tmp/browser '$(pwd -P)/pages/my page.html'" '-n: a page'
is "$(nst -n open --serve 'pages/my page.html')" '# serves my_page.html on 127.0.0.1' '-n: a page that is served'
run nst open 'pages/my page.html' --title x
like "$status $(cat "$tmp/err")" '^2 nst: open: pages/my page.html is a page: it takes no options' 'a page has no options'

# the real one
if [ -x "$BUILD/bin/nst-page" ]; then
	"$BUILD/bin/nst" open p.sqlite 2>/dev/null
	"$BUILD/bin/nst-page" --title p.sqlite <states >want 2>/dev/null
	same "$(cat opened)" want 'the page of nst-page'
	rm -rf temp/*
else
	skip 'there is no nst-page' 'the page of nst-page'
fi

# openers, in their order
unset BROWSER
mkdir openers
for opener in xdg-open open wslview; do
	printf '#!/bin/sh\necho %s "$@" >"%s"\n' "$opener" "$tmp/opened" >openers/$opener
	chmod +x openers/$opener
done
# by NAME=VALUE...: which program opens the page.
by() {
	env PATH="$tmp/openers:$tools" "$@" "$tmp/programs/nst" -n open p.sqlite 2>/dev/null | sed -n '2s/ p.html$//p'
}
mkdir tools
ln -s "$(command -v env)" tools/env
tools=$tmp/tools
is "$(by DISPLAY=:0)" xdg-open 'xdg-open'
rm openers/xdg-open
is "$(by WAYLAND_DISPLAY=w)" open 'open'
is "$(by A=b)" wslview 'wslview needs no display'
is "$(by SSH_CONNECTION=x)" '' '... but not over ssh'
is "$(by SSH_CONNECTION=x BROWSER=lynx)" lynx 'BROWSER is always asked first'

# Over ssh: the server.
SSH_CONNECTION='192.0.2.1 50000 192.0.2.2 22'
export SSH_CONNECTION
is "$(nst -n open p.sqlite)" 'nst-dump --command --names template p.sqlite | nst-link | nst-step --any | nst-state | nst-skew --quiet | nst-advise | nst-page --title p.sqlite > p.html
# and serves p.html on 127.0.0.1' '-n: over ssh'
# serve WORD...: starts it, and sets $url and $port.
serve() {
	: >log
	env --default-signal=INT "$tmp/programs/nst" open "$@" 2>log &
	server=$!
	for _ in $(seq 200); do
		! grep -q 'is served until' log || break
		sleep 0.05
	done
	url=$(sed -n 's/^nst: and open //p' log)
	port=${url#http://127.0.0.1:} port=${port%%/*}
}
# served SIGNAL: ends it.
served() {
	kill -s "$1" $server
	status=0
	wait $server || status=$?
}
# code WORD...: the status of an answer.
code() {
	curl -s -o body -w '%{http_code}' --max-time 10 "$@"
}
# by hand: standard input is sent, and the answer comes out
byhand() {
	perl -MIO::Socket::INET -e '
		my $s = IO::Socket::INET->new("127.0.0.1:'"$port"'") or die;
		local $/;
		print $s <STDIN>;
		$s->shutdown(1);
		print <$s>'
}

serve p.sqlite
like "$url" '^http://127\.0\.0\.1:[0-9]+/[0-9a-f]{32}/p\.html$' 'ssh: an address with a token'
like "$(cat log)" "ssh -N -L $port:127.0.0.1:$port [^ ]+\$" 'ssh: how to forward the port'
is "$(find temp)" temp 'ssh: nothing lies in the folder of temporary files'
is "$(code "$url")" 200 'the page: status'
wanted states --title p.sqlite
same body want 'the page'
is "$(code -I "$url")" 200 'HEAD: status'
like "$(tr -d '\r' <body | tr '\n' ' ')" "Content-Length: $(wc -c <want) .*Connection: close *$" 'HEAD: the length of the page'
is "$(curl -s -D - -o /dev/null "$url" | tr -d '\r' | grep -i -c -e '^Cache-Control: no-store$' -e '^Referrer-Policy: no-referrer$' -e '^X-Content-Type-Options: nosniff$' -e '^Content-Type: text/html; charset=utf-8$')" 4 \
	'it is neither kept nor told to others'
base=${url%/*/*}
# the token, with its last digit changed
digit=$(printf %s "$url" | sed 's|.*\(.\)/[^/]*$|\1|' | tr 0-9a-f 1-9a-f0)
for other in "$base/" "$base/p.html" "$base/favicon.ico" "$url?x" "${url}x" "${url%l}" "$(printf %s "$url" | sed "s|.\(/[^/]*\)\$|$digit\1|")" "${url%/*}/" "${url%/*}" "$base/%2e%2e/etc/passwd"; do
	is "$(code --path-as-is "$other") $(cat body)" '404 ' "404: ${other#"$base"}"
done
for method in POST PUT DELETE OPTIONS TRACE PATCH get; do
	is "$(code -X $method "$url")" 405 "405: $method"
done
is "$(code -H 'Host: evil.example' "$url") $(code -H "Host: evil.example:$port" "$url")" '421 421' '421: a name that was made to lead here'
is "$(code -H 'Host: localhost:9000' "$url") $(code -H 'Host:' "$url")" '200 400' 'another port is the other end of a tunnel; no name at all'
is "$(code -H "Cookie: $(head -c 60000 /dev/zero | tr '\0' x)" "$url")" 431 '431: a head without end'
is "$(code --http1.0 "$url") $(code -d body "$url") $(code -X GET -d body "$url")" '200 405 200' 'HTTP/1.0, and requests with a body'
path=${url#"$base"}
is "$(printf 'GET %s HTTP/1.1\r\nHost: localhost\r\n' "$path" | byhand)" '' 'a request that is cut has no answer'
is "$(printf 'GET %s HTTP/1.1\nHost: localhost\n\n' "$path" | byhand)" '' '... nor one without an end'
is "$(printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n' "$path" | byhand | sed -n '1s/\r//p')" 'HTTP/1.1 400 Bad Request' '400: two hosts'
is "$(printf '\26\3\1\2\0\1\r\n\r\n' | byhand | sed -n '1s/\r//p')" 'HTTP/1.1 400 Bad Request' '400: TLS'
# RFC 9110: a version that is not supported.
is "$(printf 'GET %s HTTP/2.0\r\nHost: localhost\r\n\r\n' "$path" | byhand | sed -n '1s/\r//p')" \
	'HTTP/1.1 505 HTTP Version Not Supported' '505: another version'
is "$(printf 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET %s HTTP/1.1\r\nHost: localhost\r\n\r\n' "$path" | byhand | grep -c ^HTTP)" 1 'one answer for a connection'
before=$(wc -l <log)
printf '\33]0;x\7 / HTTP/1.1\r\nHost: localhost\r\n\r\n' | byhand >/dev/null
is "$(tail -n +$((before + 1)) log | grep -c '^nst: 127\.0\.0\.1:[0-9]*: 400 Bad Request$')" 1 'one line for a request, in which nothing is a command to the terminal'
is "$(LC_ALL=C grep -c '[^ -~]' log)" 0 'no control characters in the log'
is "$(grep -c "${url##*0.1:}" log)" 1 'the token is not in the log of requests'
is "$(code "$url")" 200 'it lives'
# asked NUMBER [TEXT]: the first line of an answer while so many connections are open, each with
# that text, and whether it came in a second
asked() {
	perl -MIO::Socket::INET -MTime::HiRes=time -e '
		my ($port, $path, $count, $text) = @ARGV;
		my @idle = map { IO::Socket::INET->new("127.0.0.1:$port") or die } 1 .. $count;
		$_->print($text) for @idle;
		select undef, undef, undef, 0.2;
		my $begin = time;
		my $s = IO::Socket::INET->new("127.0.0.1:$port") or die;
		$s->print("GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
		my ($first) = split /\r/, join "", <$s>;
		print $first, time - $begin < 1 ? " at once" : " late";' "$port" "$path" "$@"
}
is "$(asked 64 '')" 'HTTP/1.1 200 OK at once' '64 idle connections do not delay the page'
is "$(asked 300 'GET /')" 'HTTP/1.1 200 OK at once' '... nor 300 that begin a request'
is "$(asked 64 "$(printf 'x\r\n\r\n_')")" 'HTTP/1.1 200 OK at once' '... nor 64 that were refused, and stay'
like "$(cat log)" 'nst: 127.0.0.1:[0-9]*: no whole request, dropped for another client$' 'a client that was dropped for another one is logged'
# whether anything listens on another address than 127.0.0.1: in hexadecimal, the port behind a
# colon
is "$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk '$4 == "0A" { print $2 }' | grep ":$(printf %04X "$port")\$")" "0100007F:$(printf %04X "$port")" 'it listens on the loopback interface only'
served INT
is "$status $(tail -n 1 log)" '0 nst: the page is no longer served' 'Ctrl-C ends it'
is "$(code "$url")" 000 'and then nobody is there'

serve 'pages/my page.html'
is "$(code "$url")" 200 'ssh: a page that is there'
same body 'pages/my page.html' '... as it is'
printf '<!doctype html>short' >'pages/my page.html'
is "$(code "$url") $(curl -s -o /dev/null -w '%{exitcode}' "$url" 2>/dev/null)" '200 18' 'a page that is cut while it is served: the answer is not whole'
served TERM

unset SSH_CONNECTION
for signal in TERM HUP; do
	serve --serve p.sqlite --title x
	wanted states --title x
	is "$(code "$url")" 200 "--serve: status"
	same body want "--serve: the page"
	served $signal
	is "$status" 0 "SIG$signal ends it"
done

cd "$top" || exit 1
finish
