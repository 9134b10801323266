#!/bin/sh
# SPDX-License-Identifier: MIT
# Ranges whose names are all different, as when they have the number of a step or batch in them:
# what each takes is bounded, and each has its own row.
. tests/tap.sh

# Every third event is a range with a name of its own, and what it did on the GPU; in each range a
# call and a kernel. Every thousandth name comes three times.
awk 'BEGIN {
	for (i = 0; i < 333333; i++) {
		t = 1000000 + i * 12000
		name = "batch." (i % 1000 < 2 ? i - i % 1000 + 2 : i)
		printf "{\"ts\":%d000,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"%s\",\"pid\":42,\"tid\":%d}\n", t / 1000, 10000 + i % 977, name, i % 2
		printf "{\"ts\":%d000,\"dur\":3000,\"type\":\"cuda-api\",\"name\":\"cudaLaunchKernel\",\"pid\":42,\"tid\":%d,\"corr\":%d}\n", t / 1000 + 1, i % 2, i + 1
		printf "{\"ts\":%d000,\"dur\":%d,\"type\":\"kernel\",\"name\":\"k%d\",\"pid\":42,\"device\":0,\"stream\":7,\"corr\":%d,\"launch\":{\"ts\":%d000,\"dur\":3000,\"tid\":%d,\"name\":\"cudaLaunchKernel\"}}\n", t / 1000 + 5, 2000 + i % 1013, i % 40, i + 1, t / 1000 + 1, i % 2
		printf "{\"ts\":%d000,\"dur\":%d,\"type\":\"nvtx-kernel\",\"name\":\"%s\",\"pid\":42,\"tid\":%d,\"device\":0,\"args\":{\"count\":1,\"sum\":%d,\"range\":{\"ts\":%d000,\"dur\":%d}}}\n", t / 1000 + 5, 2000 + i % 1013, name, i % 2, 2000 + i % 1013, t / 1000, 10000 + i % 977
	}
}' >"$tmp/in"

run nst-sum --partial --tsv --by type,name --columns count,total,min,max,self,kernels,kernel_time,range_time "$tmp/in"
is "$status $(cat "$tmp/err")" '0 ' 'a million events'
# The same by awk, which reads the lines as they were written.
awk -F '[:,"]+' -v OFS='\t' '
	$7 == "nvtx" { t = $7; n = $9; d = $5 }
	$7 == "nvtx-kernel" { t = $7; n = $9; d = $5; kernels[n]++; ranged[n] += $NF + 0 }
	t != "" {
		k = t OFS n
		count[k]++
		total[k] += d
		if (!(k in min) || d < min[k]) min[k] = d
		if (d > max[k]) max[k] = d
		t = ""
	}
	END {
		for (k in count) {
			split(k, key, OFS)
			gpu = key[1] == "nvtx-kernel"
			print k, count[k], total[k], min[k], max[k], gpu ? "" : total[k], gpu ? kernels[key[2]] : "", gpu ? total[k] : "", gpu ? ranged[key[2]] : ""
		}
	}' "$tmp/in" | LC_ALL=C sort >"$tmp/want"
grep '^nvtx' "$tmp/out" | LC_ALL=C sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'each name has a row of what it did'
is "$(wc -l <"$tmp/got")" 665330 '... all of them'

# A name with its two rows takes 280 bytes at most, besides 6 MB for the program and its calls and
# kernels. Three million take less than a GB then.
# With four processors the queue of the thread that reads ahead comes on top, so it has one.
one="LD_PRELOAD=$BUILD/faults/fault.so FAULT_CORES=1"
if readelf -W -s "$BUILD/bin/nst-sum" | grep -q __asan_init; then
	skip 'the sanitizer has its own memory' 'a third of a million names in 100 MB'
	skip 'the sanitizer has its own memory' '130 durations of each name take six bytes each'
else
	for form in '--by none' '--by type,name --tsv' '--by type,name --sort p99 --json'; do
		kib=$("$BUILD/bench/measure" "$one nst-sum --partial $form '$tmp/in' >'$tmp/out'" | cut -d ' ' -f 3)
		is "$((kib * 1024 > 6000000 + 280 * 333333 ? kib : 0))" 0 "a third of a million names in 100 MB: $form"
	done
	# Many durations have room for half as many more at most: six bytes each, 200 for a name,
	# and 4 MB for the program.
	awk 'BEGIN {
		for (i = 0; i < 130 * 20000; i++)
			printf "{\"ts\":%d,\"dur\":7,\"type\":\"nvtx\",\"name\":\"%d\"}\n", i, i % 20000
	}' >"$tmp/in"
	kib=$("$BUILD/bench/measure" "$one nst-sum --by name --columns count --tsv '$tmp/in' >'$tmp/out'" | cut -d ' ' -f 3)
	is "$((kib * 1024 > 4000000 + (200 + 6 * 130) * 20000 ? kib : 0))" 0 '130 durations of each name take six bytes each'
fi
finish
