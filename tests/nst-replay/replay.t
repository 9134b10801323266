#!/bin/sh
# SPDX-License-Identifier: MIT
# Replays without and with changes. model.pl runs random programs a second time with the change: how
# long they take then is known.
. tests/tap.sh

# A replay without a change gives the stream of the profile, byte for byte.
for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null >"$tmp/dump"
	nst-link "$tmp/dump" 2>/dev/null >"$tmp/linked"
	run nst-replay "$tmp/linked"
	is "$status $(cat "$tmp/err")" '0 ' "$name: status and no message"
	same "$tmp/out" "$tmp/dump" "$name: a replay without a change is the profile"
	nst-state "$tmp/linked" 2>/dev/null >"$tmp/stated"
	nst-replay "$tmp/stated" >"$tmp/out" 2>/dev/null
	same "$tmp/out" "$tmp/dump" "$name: also of a stream with states"
	is "$(nst-replay --json "$tmp/linked" | jq -c '[.saved, .error, .before == .unchanged]')" '[0,0,true]' "$name: nothing saved, no error"
done

perl -MJSON::PP -e 1 2>/dev/null && {
	export tmp
	for first in $(seq 1 50 451); do
		! chosen || ok "programs from $first on: predictions of four changes are true" \
			perl tests/nst-path/model.pl "$first" $((first + 49)) replay
	done
}

# Host:  LL....DDDDDDDDDDDDDDDD CC      a kernel, a wait for the device, and a copy that blocks
# GPU:     kkkkkkkkkkkkkkkkkkk   c
cat >"$tmp/in" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":10,"type":"cuda-api","name":"cudaLaunchKernel","pid":1,"tid":1,"corr":1}
{"ts":12,"dur":100,"type":"kernel","name":"gemm","pid":1,"device":0,"context":1,"stream":7,"corr":1,"launch":{"ts":0,"dur":10,"tid":1,"name":"cudaLaunchKernel"},"nvtx":["a"],"step":1}
{"ts":20,"dur":96,"type":"cuda-api","name":"cudaDeviceSynchronize","pid":1,"tid":1,"corr":2}
{"ts":21,"dur":95,"type":"cuda-sync","name":"Context synchronize","pid":1,"device":0,"context":1,"corr":2}
{"ts":116,"dur":20,"type":"nvtx","name":"code","pid":1,"tid":1}
{"ts":140,"dur":30,"type":"cuda-api","name":"cudaMemcpy","pid":1,"tid":1,"corr":3}
{"ts":145,"dur":20,"type":"memcpy","name":"Memcpy Device-to-Host","pid":1,"device":0,"context":1,"stream":7,"corr":3,"launch":{"ts":140,"dur":30,"tid":1,"name":"cudaMemcpy"}}
{"ts":145,"type":"end","events":7}
END

# predicts WANTED DESCRIPTION OPTION...: the length after the change.
predicts() {
	wanted=$1
	what=$2
	shift 2
	is "$(nst-replay --json "$@" "$tmp/in" | jq -c '[.before, .after]')" "[170,$wanted]" "$what"
}

predicts 170 'no change'
predicts 120 '--scale: a kernel' --scale gemm=0.5
predicts 150 '--scale: a copy' --scale '^Memcpy=0'
predicts 160 '--scale: a range, which is the time of its thread' --scale code=0.5
predicts 150 '--scale: the last pattern that matches counts' --scale 'code=0.5' --scale 'cod.=0'
predicts 270 '--scale: slower' --scale gemm=2
predicts 137 '--remove: a synchronisation; the copy waits for the kernel on its stream' --remove cudaDeviceSynchronize
predicts 162 '--launch' --launch 2ns
predicts 165 '--async-copies: nobody waits, but the copy takes its time' --async-copies
is "$(nst-replay --scale gemm=0.5 "$tmp/in" | jq -c 'select(.type == "kernel" or .type == "memcpy") | [.ts, .dur, .launch, .nvtx, .step]' | paste -s -d ' ')" \
	'[12,50,null,null,null] [95,20,null,null,null]' 'the new stream: new times, and nothing that other programs added'
is "$(nst-replay --scale gemm=0.5 "$tmp/in" | head -n 1)" '{"ts":0,"type":"stream","format":1}' 'and its header is that of a stream without links'
is "$(nst-replay --scale gemm=0.5 "$tmp/in" | nst-link 2>/dev/null | jq -c 'select(.type == "kernel") | .launch.ts')" 0 'it can be linked'
is "$(nst-replay --text --scale gemm=0.5 "$tmp/in")" 'before      170 ns
after       120 ns
saved       50 ns, 29.4 %
error       0.0 %' '--text'
is "$(nst-replay --text --scale gemm=2 "$tmp/in" | sed -n 3p)" 'lost        100 ns, 58.8 %' '--text: slower'

# Two ranks: rank 2 comes 50 ns late to a collective of 20 ns.
cat >"$tmp/ranks" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":10,"type":"cuda-api","name":"cudaLaunchKernel","pid":1,"tid":1,"corr":1}
{"ts":0,"dur":10,"type":"cuda-api","name":"cudaLaunchKernel","pid":2,"tid":2,"corr":1}
{"ts":10,"dur":5,"type":"cuda-api","name":"cudaLaunchKernel","pid":2,"tid":2,"corr":2}
{"ts":12,"dur":70,"type":"kernel","name":"ncclAllReduce","pid":1,"device":0,"context":1,"stream":7,"corr":1,"args":{"wait":50,"transfer":20,"last_pid":2},"launch":{"ts":0,"dur":10,"tid":1}}
{"ts":12,"dur":50,"type":"kernel","name":"k","pid":2,"device":0,"context":1,"stream":7,"corr":1,"launch":{"ts":0,"dur":10,"tid":2}}
{"ts":62,"dur":20,"type":"kernel","name":"ncclAllReduce","pid":2,"device":0,"context":1,"stream":7,"corr":2,"args":{"wait":0,"transfer":20,"last_pid":2},"launch":{"ts":10,"dur":5,"tid":2}}
{"ts":62,"type":"end","events":6}
END
is "$(nst-replay --json --scale '^k$=0.5' "$tmp/ranks" | jq -c '[.before, .after]')" '[82,57]' 'a collective begins when its last rank does'
is "$(nst-replay --json --bandwidth nvlink=2x "$tmp/ranks" | jq -c .after)" 72 '--bandwidth'
is "$(nst-replay --equal-ranks "$tmp/ranks" | jq -c 'select(.name == "ncclAllReduce") | [.pid, .ts, .dur]' | paste -s -d ' ')" '[1,12,20] [2,62,20]' '--equal-ranks'

# 1:  LL....DDDDDDDDDDD            thread 2 calls nothing until thread 1 is done; nothing tells why
# 2:  r              .   rrr
cat >"$tmp/two" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":5,"type":"nvtx","name":"r","pid":1,"tid":2}
{"ts":0,"dur":10,"type":"cuda-api","name":"cudaLaunchKernel","pid":1,"tid":1,"corr":1}
{"ts":12,"dur":100,"type":"kernel","name":"gemm","pid":1,"device":0,"context":1,"stream":7,"corr":1,"launch":{"ts":0,"dur":10,"tid":1,"name":"cudaLaunchKernel"}}
{"ts":12,"dur":1,"type":"kernel","name":"m","pid":1,"device":0,"context":1,"stream":8,"corr":1,"launch":{"ts":0,"dur":10,"tid":1,"name":"cudaLaunchKernel"}}
{"ts":20,"dur":96,"type":"cuda-api","name":"cudaDeviceSynchronize","pid":1,"tid":1,"corr":2}
{"ts":120,"dur":30,"type":"nvtx","name":"r","pid":1,"tid":2}
{"ts":125,"dur":5,"type":"cuda-api","name":"cudaLaunchKernel","pid":1,"tid":2,"corr":3}
{"ts":131,"dur":4,"type":"kernel","name":"k","pid":1,"device":0,"context":1,"stream":7,"corr":3,"launch":{"ts":125,"dur":5,"tid":2,"name":"cudaLaunchKernel"}}
{"ts":131,"type":"end","events":8}
END
is "$(nst-replay --json --scale gemm=0.5 "$tmp/two" | jq -c '[.before, .after]')" '[150,100]' 'a thread whose wait is unknown follows the thread that launches'

# refused DESCRIPTION STATUS MESSAGE OPTION...
refused() {
	what=$1
	want="$2 nst-replay: $3"
	shift 3
	run nst-replay "$@" "$tmp/in"
	is "$status $(head -n 1 "$tmp/err")" "$want" "$what"
}

refused 'a scale without a factor' 2 "--scale: 'gemm' is not PATTERN=FACTOR" --scale gemm
refused 'a factor that is no number' 2 "--scale: 'x' is not a factor such as 0.5" --scale gemm=x
refused 'a negative factor' 2 "--scale: '-1' is not a factor such as 0.5" --scale gemm=-1
refused 'another link' 2 "--bandwidth: 'pcie=2x' is not nvlink=2x" --bandwidth pcie=2x
refused 'no bandwidth' 2 '--bandwidth: a factor of 0 leaves no bandwidth' --bandwidth nvlink=0x
refused '--text and --json' 2 '--text and --json exclude each other' --text --json
run nst-replay --text --scale nothing=0.5 "$tmp/in"
is "$status $(cat "$tmp/err")" "0 nst-replay: $tmp/in: --scale: no name matches 'nothing'" 'a pattern that matches nothing: a warning'
is "$(sed -n 2p "$tmp/out")" 'after       170 ns' 'and the prediction of the rest'
sed 's/,"launch":{[^}]*}//' "$tmp/in" >"$tmp/unlinked"
run nst-replay "$tmp/unlinked"
is "$status $(cat "$tmp/err")" "1 nst-replay: $tmp/unlinked: no launch of GPU work is known: put nst-link before this program" 'a stream that is not linked'
cp "$(profile sample)" "$tmp/p.sqlite"
is "$(cd "$tmp" && nst -n what-if p.sqlite --scale gemm=0.5)" 'nst-dump p.sqlite | nst-link | nst-replay --text --scale gemm=0.5' 'nst what-if'
is "$(nst what-if "$tmp/in" --scale gemm=0.5 --json | jq -c .after)" 120 'nst what-if of a stream'

# --findings: each prediction is that of the option that it names.
# finding NAME TS [ARGS]: a record of nst-advise.
finding() {
	printf '{"ts":%d,"dur":5,"type":"finding","name":"%s","pid":1%s}\n' "$2" "$1" "${3:+,\"args\":$3}"
}
{
	sed '$d' "$tmp/in"
	finding gpu-gaps 140 '{"sentence":"gap","cost":9}'
	finding launch-bound 0 '{"sentence":"late","cost":8,"advice":"graphs"}'
	finding sync-copy 140 '{"sentence":"caf\u00e9","cost":7}'
	finding sync-calls 20 '{"sentence":"wait","cost":6}'
	finding sync-calls 20
	tail -n 1 "$tmp/in" | sed 's/:7}/:12}/'
} >"$tmp/found"
run nst-replay --findings "$tmp/found"
is "$status $(cat "$tmp/err")" '0 ' '--findings: status and no message'
is "$(grep -v '"finding"' "$tmp/out")" "$(grep -v '"finding"' "$tmp/found")" '--findings passes all other records on'
is "$(jq -r 'select(.type == "finding") | "\(.name) \(.args.saved) \(.args.replay_error) \(.args.change)"' "$tmp/out")" \
	'sync-calls 33 0 ["--remove","^(cuda|cu|hip)\\w*Synchronize"]
sync-calls null null null
sync-copy 5 0 ["--async-copies"]
launch-bound 0 0 ["--launch","2us"]
gpu-gaps null null null' '--findings: what each would save, the most first'
is "$(jq -r 'select(.name == "sync-calls" or .name == "sync-copy" or .name == "gpu-gaps") | .args.sentence' "$tmp/out" | paste -s -d '|')" \
	'wait Without that, the replayed run is 33 ns shorter (19.4 %, replay error 0.0 %).|null|café Without that, the replayed run is 5 ns shorter (2.9 %, replay error 0.0 %).|gap' '--findings: the sentences'
is "$(nst-replay --findings --text "$tmp/found")" "The run took 170 ns, replay error 0.0 %.

       saved     share  if the advice were followed as far as it goes
       33 ns    19.4 %  sync-calls
                        --remove '^(cuda|cu|hip)\\w*Synchronize'
        5 ns     2.9 %  sync-copy
                        --async-copies
        0 ns     0.0 %  launch-bound
                        --launch '2us'
       38 ns    22.4 %  all of them together

No change of times stands for the advice of gpu-gaps." '--findings --text'
is "$(nst-replay --findings --text "$tmp/in")" 'The run took 170 ns, replay error 0.0 %.
Nothing was found that costs much time.' '--findings --text without findings'
is "$(nst-replay --json --remove Synchronize --async-copies --launch 2us "$tmp/found" | jq .after)" \
	"$(nst-replay --findings --json "$tmp/found" | jq .all)" '--findings: all changes at once'
refused '--findings and a change' 2 '--findings and changes exclude each other' --findings --scale gemm=0.5
for name in $(profiles | grep -E "pytorch|saxpy|sample"); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null | nst-skew --quiet 2>/dev/null | nst-state | nst-advise >"$tmp/advised"
	nst-replay --findings --json "$tmp/advised" >"$tmp/all"
	jq -c '.findings[]' "$tmp/all" >"$tmp/each"
	ok "$name: findings to replay" test -s "$tmp/each"
	jq -c '.after' "$tmp/each" >"$tmp/wanted"
	while read -r one; do
		option=$(printf '%s\n' "$one" | jq -r '.change[0]')
		value=$(printf '%s\n' "$one" | jq -r '.change[1] // empty')
		nst-replay --json "$option" ${value:+"$value"} "$tmp/advised" 2>/dev/null | jq .after
	done <"$tmp/each" >"$tmp/out"
	same "$tmp/out" "$tmp/wanted" "$name: each prediction is that of its option"
	is "$(nst-replay --findings "$tmp/advised" | jq -c 'select(.type == "finding") | .args.saved' | grep -v null | sort -rnc 2>&1)" '' "$name: the largest first"
done
is "$(cd "$tmp" && nst -n what-if p.sqlite)" 'nst-dump p.sqlite | nst-link | nst-step --any | nst-skew --quiet | nst-state | nst-advise | nst-replay --findings --text' 'nst what-if without a change'
is "$(nst what-if "$(profile sample)" --json 2>/dev/null | jq -c '[.before > 0, (.findings | length > 0)]')" '[true,true]' 'nst what-if --json without a change'

finish
