# SPDX-License-Identifier: MIT
# What nst-state must say of a stream (stream.jq): a model after its manual that shares nothing with
# the program. Everything is kept, and each question asks all of it.
# A line for each state: GPU (pid and device), from, duration, name, step, cause, kind, blame,
# and the times before, in and after the launching call.
# Variables: min and latency, ns.
BEGIN { FS = OFS = "\t" }

# The span: from the first to the last event that was traced.
$1 == "S" {
	if (!spanned++ || $2 < spanfirst) spanfirst = $2
	if (spanned == 1 || $3 > spanlast) spanlast = $3
}
$1 == "D" {
	if (!(($2, $3) in id)) id[$2, $3] = $4
	if (!($4 in meta)) metas[++metacount] = $4
	if (!($4 in meta)) meta[$4] = $2 "\t" $3
}
$1 == "T" { thread[$2, $3] = $4 }
$1 == "W" {
	i = ++waits[$3, $4, $5]
	waitts[$3, $4, $5, i] = $2
	waitevent[$3, $4, $5, i] = $6
}
$1 == "C" {
	i = ++calls[$4, $5]
	from[$4, $5, i] = $2
	to[$4, $5, i] = $2 + $3
	reach[$4, $5, i] = i > 1 && reach[$4, $5, i - 1] > $2 + $3 ? reach[$4, $5, i - 1] : $2 + $3
	layer[$4, $5, i] = $6
	name[$4, $5, i] = $7
}
$1 == "G" {
	if (!(($4, $5) in id))
		id[$4, $5] = $5
	g = id[$4, $5]
	if (!(g in title)) {
		title[g] = $4 "\t" $5
		gpus[++gpucount] = g
	}
	n = ++ops
	gpu[n] = g
	member[g, ++count[g]] = n
	start[n] = $2; end[n] = $2 + $3; work[n] = $6; copies[n] = $7
	pid[n] = $4; stream[n] = $4 SUBSEP $8 SUBSEP $9; number[n] = $9; context[n] = $4 SUBSEP $8
	step[n] = $10; launched[n] = $11; returned[n] = $11 + $12; tid[n] = $13; call[n] = $14; opname[n] = $15
	since[n] = stream[n] in lastlaunch ? lastlaunch[stream[n]] : -1e18
	if ($11 != "-" && (!(stream[n] in lastlaunch) || $11 > lastlaunch[stream[n]]))
		lastlaunch[stream[n]] = $11
}

# The latest wait of a stream between the launch before and that of an operation, or 0.
function waited(n,   s, i, found) {
	s = stream[n]
	for (i = 1; i <= waits[s]; i++)
		if (waitts[s, i] >= since[n] && waitts[s, i] < launched[n])
			found = i
	return found
}

# The kind of a call of CUDA.
function kindof(n) {
	if (n ~ /Synchronize/) return "sync"
	if (n ~ /Memcpy|Memset|Prefetch/) return "copy"
	if (n ~ /[Aa]lloc|Free|Register|Mem(Create|Release|Map|Unmap|Address|SetAccess)/) return "alloc"
	return "cuda"
}

# Adds a time to what has a name, and remembers which came first.
function add(key, time) {
	if (!(key in sum))
		order[++keys] = key
	sum[key] += time
}

# What a thread did between two times, cut at each begin and end of something: in each piece the
# first call that goes on counts, of CUDA, of a library, of the system; else the latest range.
function sweep(who, a, l,   i, j, k, cuts, t, best, won, some, low, high) {
	split("", sum); split("", order); split("", cut); split("", live); keys = 0
	cut[cuts = 1] = a; cut[++cuts] = l
	low = 0; high = calls[who] + 0 # the last that begins before l
	while (low < high) {
		i = int((low + high + 1) / 2)
		if (from[who, i] < l) low = i; else high = i - 1
	}
	for (i = low; i > 0 && reach[who, i] > a; i--) {
		if (to[who, i] <= a)
			continue
		live[++some] = i
		if (from[who, i] > a) cut[++cuts] = from[who, i]
		if (to[who, i] < l) cut[++cuts] = to[who, i]
	}
	for (i = 2; i <= cuts; i++)
		for (j = i; j > 1 && cut[j - 1] > cut[j]; j--) { t = cut[j]; cut[j] = cut[j - 1]; cut[j - 1] = t }
	for (i = 1; i < cuts; i++) {
		if (cut[i] == cut[i + 1])
			continue
		best = 9
		for (j = some; j > 0; j--) {
			k = live[j]
			if (from[who, k] > cut[i] || to[who, k] <= cut[i])
				continue
			if (layer[who, k] < best || (layer[who, k] == best && best == 4)) {
				best = layer[who, k]
				won = name[who, k]
			}
		}
		t = cut[i + 1] - cut[i]
		add(best == 9 ? "9" : best "\t" won, t)
		if (best >= 4)
			sum["none"] += t
	}
}

# The key with the longest time, the first of several; ranges says among which.
function longest(ranges,   i, key, best, most) {
	for (i = 1; i <= keys; i++) {
		key = order[i]
		if (key == "9" || (key ~ /^4/) != ranges)
			continue
		if (best == "" || sum[key] > most) { best = key; most = sum[key] }
	}
	return best
}

function afterhost(n, a, l,   key, words, n2, i, total, kind, what) {
	sweep(pid[n] SUBSEP "profiler", a, l)
	for (i = 1; i <= keys; i++)
		if (order[i] != "9")
			total += sum[order[i]]
	key = longest(0)
	if (key != "" && total * 2 >= l - a) {
		split(key, words, "\t")
		return "profiler\t-\t" words[2]
	}
	if (tid[n] == "-")
		return "host\t-\t-"
	sweep(pid[n] SUBSEP tid[n], a, l)
	key = longest(0)
	if (key == "" || sum[key] < sum["none"]) {
		key = longest(1)
		if (key == "" || sum[key] < sum["9"])
			return "host\tthread\t" ((pid[n], tid[n]) in thread ? thread[pid[n], tid[n]] : "thread " tid[n])
	}
	split(key, words, "\t")
	what = words[2]
	if (words[1] == 1) {
		sub(/_pt(sz|ds)$/, "", what)
		sub(/_v[0-9]+$/, "", what)
	}
	kind = words[1] == 1 ? kindof(what) : words[1] == 2 ? "library" : words[1] == 3 ? "os" : "range"
	return "host\t" kind "\t" what
}

# Why a GPU was idle from a until operation n; p ended last before that, if anything did. Behind cause, kind and blame
# are the times before, in and after the call that launched n.
function why(n, a, p,   b, c, r, w, i, x, parts) {
	b = start[n]
	if (b - a < min) return "short\t-\t-\t-\t-\t-"
	if (launched[n] == "-") return "unknown\t-\t-\t-\t-\t-"
	c = launched[n] < a ? a : launched[n] > b ? b : launched[n]
	r = returned[n] < c ? c : returned[n] > b ? b : returned[n]
	parts = sprintf("\t%.0f\t%.0f\t%.0f", c - a, r - c, b - r)
	if (c - a >= b - c) return afterhost(n, a, c) parts
	if (r - c >= b - r) return "launch\t-\t" call[n] parts
	if (b - r < latency) return "launch latency\t-\t-" parts
	w = waited(n)
	for (i = 1; i < n; i++)
		if (gpu[i] != gpu[n] && end[i] <= b && (x == "" || end[i] >= end[x]))
			x = i
	if (x != "" && b - end[x] < latency && (w || work[x] == "communication")) return "device\tgpu\t" opname[x] parts
	if (w) return "device\tevent\t" (waitevent[stream[n], w] == "-" ? "-" : "event " waitevent[stream[n], w]) parts
	if (launched[n] > a || p == "") return "device\t-\t-" parts
	if (stream[p] == stream[n] && copies[p] == "true") return "device\tcopy\t" opname[p] parts
	if (stream[p] != stream[n] && context[p] == context[n]) return "device\tstream\tstream " number[p] parts
	return "device\t-\t-" parts
}

# Why a GPU did nothing from a, when operation p ended last, until the end of the span.
function whyafter(p, a) {
	if (spanlast - a < min) return "short\t-\t-\t-\t-\t-"
	if (launched[p] == "-") return "unknown\t-\t-\t-\t-\t-"
	return afterhost(p, a, spanlast) "\t-\t-\t-"
}

function put(g, a, b, what, s, cause) {
	if (b > a)
		printf "%s\t%.0f\t%.0f\t%s\t%s\t%s\n", title[g], a, b - a, what, s, cause
}

# The name of a state in which so many of each work run.
function state(run,   s) {
	if (run["compute"]) s = "compute"
	if (run["communication"]) s = s (s == "" ? "" : "+") "communication"
	if (run["copy"]) s = s (s == "" ? "" : "+") "copy"
	return s
}

# The busy times of a GPU from operation i to j, between which it is never idle: at each begin and
# end, by what runs then and whose step began last.
function busy(g, i, j,   k, n, points, at, t, p, q, s, now, was, wasstep, began) {
	points = 0
	for (k = i; k <= j; k++) {
		n = member[g, k]
		at[++points] = start[n]; at[++points] = end[n]
	}
	for (p = 2; p <= points; p++)
		for (q = p; q > 1 && at[q - 1] > at[q]; q--) { t = at[q]; at[q] = at[q - 1]; at[q - 1] = t }
	began = at[1]
	for (p = 1; p <= points; p++) {
		if (p < points && at[p] == at[p + 1])
			continue
		split("", run)
		for (k = i; k <= j && start[member[g, k]] <= at[p]; k++) {
			n = member[g, k]
			if (end[n] > at[p]) run[work[n]]++
			s = step[n]
		}
		now = state(run)
		if (now == was && s == wasstep)
			continue
		if (was != "")
			put(g, began, at[p], was, wasstep, "-\t-\t-\t-\t-\t-")
		began = at[p]; was = now; wasstep = s
	}
}

END {
	for (h = 1; h <= gpucount; h++) {
		g = gpus[h]
		first = 1
		p = n = member[g, 1]
		latest = end[n]
		put(g, spanfirst, start[n], "before", "-", why(n, spanfirst, ""))
		for (i = 2; i <= count[g] + 1; i++) {
			n = member[g, i]
			if (i > count[g] || start[n] > latest) {
				busy(g, first, i - 1)
				if (i <= count[g])
					put(g, latest, start[n], "idle", step[n], why(n, latest, p))
				first = i
			}
			if (i <= count[g] && end[n] >= latest) { latest = end[n]; p = n }
		}
		put(g, latest, spanlast, "after", "-", whyafter(p, latest))
	}
	for (h = 1; h <= metacount; h++)
		if (!(metas[h] in title)) {
			title[metas[h]] = meta[metas[h]]
			put(metas[h], spanfirst, spanlast, "before", "-", "unused\t-\t-\t-\t-\t-")
		}
}
