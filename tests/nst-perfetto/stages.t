#!/bin/sh
# SPDX-License-Identifier: MIT
# The texts and numbers of render stages, as protoc reads them, against the stream: the names of
# events, stages and queues, the processes of contexts, and the args of launches.
. tests/tap.sh

# packets FILE: the trace of a stream with render stages, one packet a line.
packets() {
	nst-perfetto --render-stages "$1" 2>"$tmp/err" | tests/nst-perfetto/packets
}

# resolve: reads packets and writes a line for each stage: time, duration, name, stage, queue, pid,
# API and GPU, separated by tabs. It replaces interned numbers by their texts; each number must be
# described once, before its first use. It drops the suffix " · ..." by which nst-perfetto
# tells queues of one name apart.
resolve() {
	perl -ne '
		sub text {
			my $t = shift;
			my %escapes = (n => " ", t => " ");
			$t =~ s/\\(\d{3}|.)/length $1 == 3 ? chr oct $1 : $escapes{$1} \/\/ $1/ge;
			return $t;
		}
		my $string = qr/"((?:[^"\\]|\\.)*)"/;
		while (/gpu_specifications \{ iid: (\d+) name: $string category: (\d+) \}/g) {
			print "described twice: $1\n" if exists $name{$1};
			print "not of the category COMPUTE: $3\n" if $3 != 2;
			my ($iid, $name) = ($1, $2);
			$name{$iid} = text($name);
		}
		while (/graphics_contexts \{ iid: (\d+) pid: (\d+) api: (\d+) \}/g) {
			print "described twice: $1\n" if exists $process{$1};
			$process{$1} = "$2\t$3";
		}
		my $numbers = "duration: (\\d+) context: (\\d+) gpu_id: (\\d+) "
		    . "hw_queue_iid: (\\d+) stage_iid: (\\d+)";
		/timestamp: (\d+) .*gpu_render_stage_event \{ event_id: \d+ $numbers name: $string/
		    or next;
		my ($ts, $dur, $context, $gpu, $queue, $stage, $name) = ($1, $2, $3, $4, $5, $6, $7);
		my $row = $name{$queue} // "undescribed";
		$row =~ s/ \302\267 .*//;
		print join("\t", $ts, $dur, text($name), $name{$stage} // "undescribed", $row,
		    $process{$context} // "undescribed", $gpu), "\n";'
}

# stages FILE: the same lines from a stream, by what nst-perfetto(1) says: the work of streams of
# GPUs below 256. The API is 4, CUDA. The time 0 of a trace is its first event if that is negative.
stages() {
	jq -r -n '[inputs] as $all
		| ([0, first($all[] | select(.type != "meta" and .type != "stream") | .ts)] | min)
			as $base
		| ($all | map(select(.type == "meta" and .name == "stream" and .args.default)
			| "\(.pid) \(.context) \(.stream)")) as $defaults
		| $all[] | select(.type == ("kernel", "memcpy", "memset", "graph", "host-launch",
			"decompress", "cuda-event") and has("dur") and has("device")
			and .device < 256)
		| [.ts - $base, .dur, (.name | gsub("[\n\t]"; " ")), .type,
			(if .type == "memcpy" and .context == 0 and .stream == 0 then "Unified memory"
			elif "\(.pid) \(.context) \(.stream)" | IN($defaults[])
			then "Stream \(.stream) (default)" else "Stream \(.stream)" end),
			(.pid // 0), 4, .device] | join("\t")' "$1"
}

# shown NAME: the stages in the trace of $tmp/NAME.ndjson are those of the stream.
shown() {
	packets "$tmp/$1.ndjson" | resolve | sort >"$tmp/got"
	stages "$tmp/$1.ndjson" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$1: $(grep -c . "$tmp/want") stages with their names"
}

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link >"$tmp/$name.ndjson" 2>"$tmp/err"
	shown "$name"
done

# All types of work on streams; names with escapes, and of more than the 127 bytes whose length
# protobuf writes as one byte; two processes with one stream number; GPUs around the limit of 256.
cat >"$tmp/made.ndjson" <<'EOF'
{"ts":0,"type":"meta","name":"stream","pid":5,"device":0,"context":1,"stream":7,"args":{"default":true}}
{"ts":1,"dur":2,"type":"kernel","name":"void k<\"a\\b\">(float *)","pid":5,"device":0,"context":1,"stream":7}
{"ts":2,"dur":2,"type":"kernel","name":"gr\u00fc\u00df \u4f60\u597d 😀","pid":5,"device":0,"context":1,"stream":8}
{"ts":3,"dur":2,"type":"kernel","name":"tab\tand\nline","pid":6,"device":1,"context":1,"stream":7}
{"ts":4,"dur":0,"type":"memcpy","name":"no time","pid":5,"device":0,"context":1,"stream":8}
{"ts":5,"dur":2,"type":"memcpy","name":"migration","pid":5,"device":0,"context":0,"stream":0}
{"ts":6,"dur":2,"type":"memset","name":"Memset","pid":6,"device":255,"context":1,"stream":8}
{"ts":7,"dur":2,"type":"memset","name":"on GPU 256","pid":6,"device":256,"context":1,"stream":8}
{"ts":8,"dur":2,"type":"graph","name":"graph 3","pid":5,"device":0,"context":1,"stream":7}
{"ts":9,"dur":2,"type":"host-launch","name":"callback","pid":5,"device":0,"context":1,"stream":7}
{"ts":10,"dur":2,"type":"decompress","name":"inflate","pid":5,"device":0,"context":1,"stream":7}
{"ts":11,"dur":2,"type":"cuda-event","name":"event","pid":5,"device":0,"context":1,"stream":7}
{"ts":12,"type":"kernel","name":"without an end","pid":5,"device":0,"context":1,"stream":7,"open":true}
{"ts":13,"dur":4294967296,"type":"kernel","name":"LONG","pid":2147483647,"device":0,"context":1,"stream":4294967295}
EOF
long=$(printf '%0300d' 0)
sed "s/LONG/$long/" "$tmp/made.ndjson" >"$tmp/long.ndjson"
shown long
packets "$tmp/long.ndjson" |
	sed -n 's/.* categories: "\([a-z]*\)" name: "\([^"]*\)".*/\1 \2/p' >"$tmp/got"
printf '%s\n' 'memset on GPU 256' 'kernel without an end' >"$tmp/want"
same "$tmp/got" "$tmp/want" 'work of GPU 256 and work without an end are slices'

# Queues of one GPU differ in their names: those of two contexts of a process, and of two processes.
# The same name on another GPU stays.
cat >"$tmp/queues.ndjson" <<'EOF'
{"ts":0,"type":"meta","name":"stream","pid":5,"device":0,"context":1,"stream":7,"args":{"default":true}}
{"ts":0,"type":"meta","name":"stream","pid":5,"device":0,"context":2,"stream":7,"args":{"default":true}}
{"ts":0,"type":"meta","name":"stream","pid":5,"device":1,"context":1,"stream":7,"args":{"default":true}}
{"ts":1,"dur":2,"type":"kernel","name":"a","pid":5,"device":0,"context":1,"stream":7}
{"ts":2,"dur":2,"type":"kernel","name":"b","pid":5,"device":0,"context":2,"stream":7}
{"ts":3,"dur":2,"type":"kernel","name":"c","pid":5,"device":0,"context":1,"stream":7}
{"ts":4,"dur":2,"type":"kernel","name":"d","pid":5,"device":1,"context":1,"stream":7}
{"ts":5,"dur":2,"type":"kernel","name":"e","pid":6,"device":0,"context":1,"stream":7}
EOF
shown queues
packets "$tmp/queues.ndjson" |
	perl -ne 's/\\302\\267/-/g;
		$name{$1} = $2 while /gpu_specifications \{ iid: (\d+) name: "([^"]*)"/g;
		print "$3: GPU $1: $name{$2}\n"
		    if /gpu_id: (\d+) hw_queue_iid: (\d+) stage_iid: \d+ name: "(.)"/' >"$tmp/got"
cat >"$tmp/want" <<'EOF'
a: GPU 0: Stream 7 (default)
b: GPU 0: Stream 7 (default) - context 2
c: GPU 0: Stream 7 (default)
d: GPU 1: Stream 7 (default)
e: GPU 0: Stream 7 - Process 6
EOF
same "$tmp/got" "$tmp/want" 'no two queues of one GPU have the same name'

# Args of a launch: texts, numbers, and values that are neither, which are written as JSON.
cat >"$tmp/args.ndjson" <<EOF
{"ts":1,"dur":2,"type":"kernel","name":"k","pid":5,"device":0,"context":1,"stream":7,"args":{"text":"a \"b\" \\\\ \\u00e9","empty":"","yes":true,"nothing":null,"list":[1,"b"],"real":-1.5e3,"least":-9223372036854775808,"beyond":9223372036854775808,"$long":"$long"}}
EOF
packets "$tmp/args.ndjson" | grep -o 'args { [^}]* }' >"$tmp/got"
cat >"$tmp/want" <<EOF
args { name: "text" string_value: "a \"b\" \\\\ \\303\\251" }
args { name: "empty" string_value: "" }
args { name: "yes" string_value: "true" }
args { name: "nothing" string_value: "null" }
args { name: "list" string_value: "[1,\"b\"]" }
args { name: "real" double_value: -1500 }
args { name: "least" int_value: -9223372036854775808 }
args { name: "beyond" double_value: 9.2233720368547758e+18 }
args { name: "$long" string_value: "$long" }
EOF
same "$tmp/got" "$tmp/want" 'args of a launch: texts, numbers and other values'
finish
