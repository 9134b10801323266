# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# nst-nsys recipe: makes the tables of NVIDIA's recipes, as CSV files in a folder.
#
# Each input is a rank.  nst-dump writes the events of each rank into a stream in $notes, and
# nst-sum makes a table of it.  For the table of all ranks, nst-merge joins these streams.

# recipes: prints a line for each recipe: its name, the kind of its tables, the report of nst-sum
# behind them, and its own options with : before and behind each.  Recipes of the kind none have no
# tables here; a command with their figures may follow.
recipes() {
	cat <<'END'
cuda_api_sum stats cuda_api_sum
cuda_api_sync trace cuda_api_sync :rows:
cuda_gpu_kern_hist none nst sum FILE --type kernel --hist
cuda_gpu_kern_pace pace cuda_gpu_trace :name:
cuda_gpu_kern_sum stats cuda_gpu_kern_sum
cuda_gpu_mem_size_sum stats cuda_gpu_mem_size_sum
cuda_gpu_mem_time_sum stats cuda_gpu_mem_time_sum
cuda_gpu_time_util_map map - :bins:
cuda_memcpy_async trace cuda_memcpy_async :rows:
cuda_memcpy_sync trace cuda_memcpy_sync :rows:
cuda_memset_sync trace cuda_memset_sync :rows:
diff diff -
dx12_mem_ops none
file_access_sum files -
gfx_hotspot none
gpu_gaps trace gpu_gaps :rows:gap:
gpu_metric_util_map none
gpu_metric_util_sum none
gpu_time_util trace gpu_time_util :rows:threshold:chunks:
gpu_vram_usage_trace none
mpi_gpu_time_util_map map - :bins:
mpi_sum stats mpi_event_sum
nccl_gpu_overlap_trace overlap -
nccl_gpu_proj_sum stats nvtx_gpu_proj_sum
nccl_gpu_time_util_map map - :bins:
nccl_straggler none
nccl_sum stats nvtx_sum
network_map_aws none
network_sum none
network_traffic_map none
nvlink_sum none
nvtx_cpu_topdown none
nvtx_gpu_proj_pace pace nvtx_gpu_proj_trace :name:
nvtx_gpu_proj_sum stats nvtx_gpu_proj_sum
nvtx_gpu_proj_trace trace nvtx_gpu_proj_trace
nvtx_pace pace nvtx_pushpop_trace :name:
nvtx_sum stats nvtx_sum
osrt_sum stats osrt_sum
s3_access_sum none
storage_util_map none
ucx_gpu_time_util_map map - :bins:
END
}

# An awk program that reads CSV: for each row, it sets field[1] to field[count] and calls row().
# A field in quotes may have commas, quotes and line breaks.
readcsv='function next_field(text, i, end) {
	if (substr(text, i, 1) != "\"") {
		end = index(substr(text, i), ",")
		end = end ? i + end - 1 : length(text) + 1
		field[++count] = substr(text, i, end - i)
		return end + 1
	}
	field[++count] = ""
	for (i++; (end = index(substr(text, i), "\"")) > 0; i = end + 1) {
		end = i + end - 1
		field[count] = field[count] substr(text, i, end - i)
		if (substr(text, end + 1, 1) != "\"")
			return end + 2
		field[count] = field[count] "\""
		end++
	}
	return length(text) + 2
}
function quoted(text) {
	if (text !~ /[",\n\r]/)
		return text
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
# Awk has doubles: times are subtracted in two parts, so that the difference is exact.
function less(a, b) {
	return sprintf("%.0f", (head(a) - head(b)) * 1e9 + (tail(a) - tail(b)))
}
function head(a) {
	return length(a) > 9 ? substr(a, 1, length(a) - 9) : 0
}
function tail(a) {
	return length(a) > 9 ? substr(a, length(a) - 8) : a
}
{
	text = broken ? text "\n" $0 : $0
	copy = text
	broken = gsub(/"/, "", copy) % 2
	if (broken)
		next
	count = 0
	for (i = 1; i <= length(text) + 1;)
		i = next_field(text, i)
	row()
}'

# findrecipe NAME: sets $kind, $report and $takes to what recipes prints of it; refuses others.
findrecipe() {
	kind=''
	while read -r known knownkind knownreport knowntakes; do
		[ "$known" != "$1" ] || kind=$knownkind report=$knownreport takes=$knowntakes
	done <<END
$(recipes)
END
	case $kind in
	'') refuse "recipe: nothing is called '$1'" ;;
	none)
		command=${report:+$report${takes:+ $takes}}
		refuse "recipe $1 is not supported${command:+: see $command}"
		;;
	esac
}

# named WORD: adds a word to those that name inputs.
named() {
	case $1 in
	'' | *[[:cntrl:]]*) refuse "recipe: '$1' is no name of a file" ;;
	-*) words=$words./$1$nl ;;
	*) words=$words$1$nl ;;
	esac
}

# filesin FOLDER SUFFIX...: prints the names of the files in a folder with these suffixes, sorted.
filesin() (
	cd "$1" && shift && set +f || exit
	LC_ALL=C
	export LC_ALL
	for suffix; do
		for file in *"$suffix"; do
			[ ! -f "$file" ] || printf '%s\n' "$file"
		done
	done | sort
)

# addinput WORD: adds a file, or the reports in a folder, in the order of their names; exports if it
# has no reports, since many a report has its export beside it.  ":N" behind a folder takes the
# first N.
addinput() {
	folder=${1%:*} most=${1##*:}
	case $most in
	"$1" | '' | *[!0-9]* | ??????????*) folder=$1 most='' ;;
	esac
	[ ! -e "$1" ] || folder=$1 most=''
	if ! [ -d "$folder" ]; then
		[ -f "$1" ] || die "$1: $(absent "$1")"
		inputs=$inputs$1$nl ranks=$((ranks + 1))
		return
	fi
	[ "$folder" = / ] || folder=${folder%/}
	found=$(filesin "$folder" .nsys-rep .qdrep)
	[ -n "$found" ] || found=$(filesin "$folder" .sqlite)
	[ -n "$found" ] || die "$folder: no reports or exports in this folder"
	IFS=$nl
	for file in $found; do
		unset IFS
		[ "$most" != 0 ] || break
		[ -z "$most" ] || most=$((most - 1))
		[ -f "$folder/$file" ] || die "$folder: a line break in the name of a file"
		inputs=$inputs$folder/$file$nl ranks=$((ranks + 1))
	done
	unset IFS
}

# count OPTION VALUE: refuses all but numbers from 1 to 999999999.
count() {
	case $2 in
	'' | 0* | *[!0-9]* | ??????????*)
		refuse "recipe: $1: '$2' is no number from 1 to 999999999"
		;;
	esac
}

# during OPTION FILTER VALUE: takes a filter, with the option of nst-filter for it.
during() {
	[ -z "$filter" ] || refuse "recipe: $1: there is a filter already"
	status=0
	why=$(nst-filter "$2" "$3" 2>&1 </dev/null) || status=$?
	why=${why%%"$nl"*}
	[ $status -ne 2 ] || refuse "recipe: $1: ${why#*: *: }"
	filter=$2 filtered=$3
}

# setrecipe OPTION VALUE: takes an option with a value.
setrecipe() {
	case $1 in
	--output)
		case $2 in
		'' | - | *%* | *[[:cntrl:]]*) refuse "recipe: --output: '$2' is not supported" ;;
		esac
		target=${2%/}
		[ -n "$target" ] || refuse "recipe: --output: '$2' is not supported"
		;;
	--filter-time) during "$1" --during "$2" ;;
	--filter-nvtx) during "$1" --during-nvtx "$2" ;;
	--mode)
		case $2 in
		none | concurrent) ;;
		*) refuse "recipe: --mode $2 is not supported" ;;
		esac
		;;
	--name) pattern=$2 ;;
	*)
		count "$1" "$2"
		case $1 in
		--bins)
			[ ${#2} -le 5 ] || refuse "recipe: --bins: more than 99999"
			bins=$2
			;;
		--rows) rows=$2 ;;
		*) suffix=$suffix:${1#--}=$2 ;;
		esac
		;;
	esac
}

# allowed OPTION: refuses an option that the recipe does not take.
allowed() {
	[ $kind != diff ] || [ "$1" = --output ] || [ "$1" = --mode ] ||
		refuse "recipe $recipe: $1 is not supported"
	case $1:$takes in
	--output:* | --filter-time:* | --filter-nvtx:* | --mode:*) ;;
	--name:*:name:* | --bins:*:bins:* | --rows:*:rows:* | --gap:*:gap:*) ;;
	--threshold:*:threshold:* | --chunks:*:chunks:*) ;;
	*) refuse "recipe $recipe: $1 is not supported" ;;
	esac
}

# run STAGE: becomes a program of a pipeline.
run() {
	case $1 in
	nst-dump) exec nst-dump --names "$names" --type "$types" -- "$file" ;;
	nst-filter)
		[ -z "$keep" ] || exec nst-filter --type "$keep"
		set --
		[ -z "$filter" ] || set -- "$@" "$filter" "$filtered"
		[ -z "$domain" ] || set -- "$@" --domain "$domain"
		exec nst-filter "$@"
		;;
	nst-merge)
		set --
		number=0
		while [ $number -lt $ranks ]; do
			set -- "$@" "$notes/rank$number"
			number=$((number + 1))
		done
		exec nst-merge --align none --number -- "$@"
		;;
	nst-link) exec nst-link --ops kernel,graph,memcpy,memset ;;
	nst-sum)
		# shellcheck disable=SC2086 # words without blanks
		exec nst-sum $summed --csv
		;;
	esac
}

# makestream: writes the events of a rank.  Ranges that only choose events are left out behind that.
makestream() {
	first=/dev/null keep=''
	stages="nst-dump${filter:+ nst-filter}"
	[ -n "$filter" ] || [ -z "$domain" ] || stages="$stages nst-filter"
	chain "$notes/rank$rank" 'not read' || exit 1
	case $kind$filter in
	map--during-nvtx | overlap--during-nvtx | files--during-nvtx)
		first=$notes/rank$rank stages=nst-filter keep=${types%,nvtx}
		chain "$notes/kept" 'not read' || exit 1
		mv "$notes/kept" "$notes/rank$rank" || exit 1
		;;
	esac
	[ -z "$calls" ] || drawcalls
}

# An awk function that returns the number of a key of an event in $0 as text, as awk has doubles;
# it is empty without the key.
readnumber='function number(key, from) {
	key = ",\"" key "\":"
	from = index($0, key)
	if (!from || !match(substr($0, from + length(key)), /^-?[0-9]+/))
		return ""
	return substr($0, from + length(key), RLENGTH)
}
'

# drawcalls: replaces the calls of a library that communicate by kernels called :calls, one for each
# GPU that the process has kernels on, so that nst-sum finds their overlap with kernels.  In a line
# of nst-dump, a quote behind a comma is in no string.
drawcalls() {
	calls=$calls LC_ALL=C awk "$readnumber"'
		function communicates() {
			if (ENVIRON["calls"] == "mpi")
				return !/,"name":"MPI_(Init|Finalize)/
			return /[,{]"(bytes|peer|tag|address)":/
		}
		BEGIN {
			type = ",\"type\":\"" ENVIRON["calls"] "\","
			kernel = "\"type\":\"kernel\",\"name\":\":calls\",\"pid\":"
			on = ",\"device\":"
		}
		FNR == 1 { file++ }
		file == 1 && /^[{]"ts":-?[0-9]+,"dur":[0-9]+,"type":"(kernel|graph)",/ {
			pid = number("pid")
			device = number("device")
			if (pid != "" && device != "" && !((pid, device) in known)) {
				known[pid, device]
				gpu[pid, ++gpus[pid]] = device
			}
		}
		file == 1 { next }
		/^[{]"ts":-?[0-9]+,/ && (at = index($0, type)) && at < 60 {
			pid = number("pid")
			if (index($0, ",\"dur\":") < at && communicates())
				for (i = 1; i <= gpus[pid]; i++) {
					drawn = 1
					print substr($0, 1, at) kernel pid on gpu[pid, i] "}"
				}
			next
		}
		{ print }
		END { exit drawn ? 0 : 3 }' "$notes/rank$rank" "$notes/rank$rank" >"$notes/drawn"
	case $? in
	0) ;;
	3) : >"$notes/drawn" ;; # a heatmap of kernels alone is another recipe
	*) unwritten ;;
	esac
	mv "$notes/drawn" "$notes/rank$rank" || exit 1
}

# maketable OUT: makes a table of the events of a rank.  A table without rows is empty.
maketable() {
	first=$notes/rank$rank
	stages="${linked:+nst-link }nst-sum"
	made=0
	chain "$1" 'not made' 2>"$notes/messages" || made=1
	LC_ALL=C sed -e 's/: nst-sum: stdin: it has no .*/: no data for the recipe/' \
		-e 's/: nst-sum: stdin: /: /' "$notes/messages" >&2
	! grep -q ': nst-sum: stdin: [a-z_]* found nothing$' "$notes/messages" || nothing=1
	[ $made -eq 0 ] || exit 1
}

# addrank TABLE OUT: adds the rows of a table to a file, with the rank before them.
addrank() {
	rank=$rank LC_ALL=C awk '
		{
			if (!broken)
				printf "%s,", NR == 1 ? "Rank" : ENVIRON["rank"]
			quotes += gsub(/"/, "&")
			broken = quotes % 2
			print
		}' "$1" | if [ -s "$2" ]; then
		sed 1d
	else
		cat
	fi >>"$2" || unwritten
}

# unwritten: a table could not be written; the program that failed said why.
unwritten() {
	die "${target#./}: not written"
}

# statstables: makes a table of each rank and one of all ranks.  The order of ranks is that of the
# files, so the table of one rank is that of all.
statstables() {
	each statstable
	if [ $ranks -eq 1 ]; then
		[ ! -s "$notes/table" ] || mv "$notes/table" "$built/all_stats.csv" || unwritten
		return 0
	fi
	[ -s "$built/rank_stats.csv" ] || return 0
	first=/dev/null
	stages="nst-merge${linked:+ nst-link} nst-sum" name='all ranks'
	# the messages about each rank are printed already
	chain "$built/all_stats.csv" 'not made' 2>"$notes/messages" || {
		cat "$notes/messages" >&2
		exit 1
	}
}

statstable() {
	makestream
	maketable "$notes/table"
	[ ! -s "$notes/table" ] || addrank "$notes/table" "$built/rank_stats.csv"
}

# tracetable: adds the rows of a rank.
tracetable() {
	makestream
	maketable "$notes/table"
	[ ! -s "$notes/table" ] || addrank "$notes/table" "$built/$recipe.csv"
}

# pacetable: adds the instances of a kernel or range, with the time from one start to the next.
# Instances are numbered for each GPU, or for each thread.
pacetable() {
	makestream
	if [ "$recipe" = nvtx_pace ]; then
		summed='--report nvtx_sum'
		maketable "$notes/table"
		[ -s "$notes/table" ] || return 0
		pattern=$pattern LC_ALL=C awk "$readcsv"'
			function row(name) {
				name = field[count]
				if (field[count - 1] == "StartEnd" &&
				    (name == ENVIRON["pattern"] || name == ":" ENVIRON["pattern"]))
					found = 1
			}
			END { exit !found }' "$notes/table" &&
			die "$name: '$pattern' has start/end ranges, not only push/pop ranges"
		summed="--report $report"
	fi
	maketable "$notes/table"
	pattern=$pattern LC_ALL=C awk "$readcsv"'
		function row(i, name, owner, start) {
			if (NR == 1) {
				for (i = 1; i <= count; i++)
					at[field[i]] = i
				start = "Start (ns)"
				if (!(start in at))
					start = "Projected Start (ns)"
				from = at[start]
				sub(/Start/, "Duration", start)
				lasts = at[start]
				title = ("Device" in at) ? "Device" : "PID,TID"
				print "Name," title ",Instance,Start (ns),Duration (ns),Pace (ns)"
				return
			}
			name = field[at["Name"]]
			if (name != ENVIRON["pattern"] && name != ":" ENVIRON["pattern"])
				return
			owner = quoted(field[at["Device"]])
			if (title != "Device")
				owner = field[at["PID"]] "," field[at["TID"]]
			start = field[from]
			printf "%s,%s,%d,%s,%s,%s\n", quoted(name), owner, ++instances[owner],
				start, field[lasts],
				(owner in before) ? less(start, before[owner]) : ""
			before[owner] = start
		}' "$notes/table" >"$notes/paced" || unwritten
	if [ "$(head -n 2 "$notes/paced" | wc -l)" -lt 2 ]; then
		[ ! -s "$notes/table" ] || say "$name: nothing is called '$pattern'"
		return 0
	fi
	addrank "$notes/paced" "$built/$recipe.csv"
}

# maptable: adds the share of time in which kernels ran, for equal parts of the time of a rank.
maptable() {
	makestream
	# a table without rows says so
	span=$(nst-sum --by none --json "$notes/rank$rank" 2>/dev/null |
		sed -n 's/^{"span":.*"to":\([0-9]*\),"events":[1-9].*/\1/p')
	if [ -z "$span" ]; then
		say "$name: no data for the recipe"
		return 0
	fi
	maketable "$notes/table"
	end=$span split=$split calls=$calls LC_ALL=C awk "$readcsv"'
		function row(i) {
			if (NR == 1)
				return
			i = field[2] "," field[3]
			if (!(i in seen)) {
				seen[i]
				gpu[++gpus] = i
			}
			if (starts == 0 || start[starts] != field[1])
				start[++starts] = field[1]
			if (ENVIRON["split"] == "")
				busy[i, starts] = field[4]
			else if (field[4] == "communication") {
				busy[i, starts] = field[5]
				both[i, starts] = field[6]
			} else
				other[i, starts] = field[5]
		}
		function share(time, wide) {
			return sprintf("%.1f", (wide + 0 > 0 ? 100 * time / wide : 0))
		}
		END {
			kinds = ENVIRON["split"] != ""
			printf "PID,Device,Bin,Start (ns),End (ns),"
			if (ENVIRON["calls"] != "")
				print toupper(ENVIRON["calls"]) " (%),Kernels (%),Overlap (%)"
			else if (kinds)
				print "Communication (%),Compute (%),Overlap (%)"
			else
				print "Utilization (%)"
			start[starts + 1] = ENVIRON["end"]
			for (g = 1; g <= gpus; g++)
				for (n = 1; n <= starts; n++) {
					wide = less(start[n + 1], start[n])
					printf "%s,%d,%s,%s", gpu[g], n - 1, start[n], start[n + 1]
					printf ",%s", share(busy[gpu[g], n], wide)
					if (kinds)
						printf ",%s,%s", share(other[gpu[g], n], wide),
							share(both[gpu[g], n], wide)
					print ""
				}
		}' "$notes/table" >"$notes/map" || unwritten
	addrank "$notes/map" "$built/$recipe.csv"
}

# overlaptable: adds the kernels of a rank, with the time in which the other kind ran beside them.
overlaptable() {
	makestream
	maketable "$notes/table"
	[ -s "$notes/table" ] || return 0
	LC_ALL=C awk "$readcsv"'
		function row(beside) {
			if (NR == 1) {
				print "PID,Device,Kind,Name,Instances,Total (ns),Busy (ns)," \
					"Overlap (ns),Overlap (%)"
				return
			}
			beside = field[3] == "communication" ? field[8] : field[9]
			printf "%s,%s,%s,%s,%s,%s,%s,%s,%.1f\n", field[1], field[2], field[3],
				quoted(field[4]), field[5], field[6], field[7], beside,
				(field[7] + 0 > 0 ? 100 * beside / field[7] : 0)
		}' "$notes/table" >"$notes/overlap" || unwritten
	if [ "$(head -n 2 "$notes/overlap" | wc -l)" -lt 2 ]; then
		say "$name: no data for the recipe"
		return 0
	fi
	addrank "$notes/overlap" "$built/$recipe.csv"
}

# filestable: adds a row for each file that a process of a rank accessed.
filestable() {
	makestream
	LC_ALL=C awk "$readnumber"'
		# The contents of a string behind a key, which ends with a quote.
		function string(key, from, to, text) {
			from = index($0, key)
			if (!from)
				return ""
			text = substr($0, from + length(key))
			for (to = 1; substr(text, to, 1) != "\""; to++)
				if (substr(text, to, 1) == "\\")
					to++
			return substr(text, 1, to - 1)
		}
		# JSON as CSV: escapes of control characters stay, but for line breaks and tabs.
		function csv(text, plain, at, next_one) {
			while ((at = index(text, "\\")) > 0) {
				next_one = substr(text, at + 1, 1)
				plain = plain substr(text, 1, at - 1) \
					(next_one == "n" ? "\n" : next_one == "r" ? "\r" : \
					next_one == "t" ? "\t" : \
					next_one ~ /["\\\/]/ ? next_one : "\\" next_one)
				text = substr(text, at + 2)
			}
			plain = plain text
			if (plain !~ /[",\n\r]/)
				return plain
			gsub(/"/, "\"\"", plain)
			return "\"" plain "\""
		}
		/^[{]"ts":-?[0-9]+,("dur":[0-9]+,)?("open":true,)?"type":"file-access",/ {
			key = number("pid") "," csv(string(",\"file\":\""))
			if (!(key in count))
				order[++files] = key
			kind = string("\"kind\":\"OSRT ")
			sub(/ .*/, "", kind)
			if (kind !~ /^(Open|Close|Read|Write)$/)
				kind = "Other"
			count[key]++
			of[key, kind]++
			size = number("bytes")
			if (size + 0 > 0)
				bytes[key, kind] += size
			time[key] += number("dur")
		}
		END {
			if (files)
				print "PID,File,Accesses,Opens,Closes,Reads,Read (B),Writes," \
					"Written (B),Other,Other (B),Total Time (ns)"
			for (i = 1; i <= files; i++) {
				key = order[i]
				printf "%s,%d,%d,%d,%d,", key, count[key], of[key, "Open"],
					of[key, "Close"], of[key, "Read"]
				printf "%.0f,%d,%.0f,%d,%.0f,%.0f\n",
					bytes[key, "Read"], of[key, "Write"], bytes[key, "Write"],
					of[key, "Other"], bytes[key, "Other"], time[key]
			}
		}' "$notes/rank$rank" >"$notes/table" || unwritten
	if [ ! -s "$notes/table" ]; then
		say "$name: no data for the recipe"
		return 0
	fi
	addrank "$notes/table" "$built/$recipe.csv"
}

# diffrecipe: compares the tables that one recipe wrote into two folders.
diffrecipe() {
	before=${words%%"$nl"*} after=${words#*"$nl"}
	after=${after%"$nl"}
	case $before,$after in
	,* | *,) refuse 'recipe diff: two folders are compared' ;;
	*"$nl"*) refuse 'recipe diff: two folders are compared' ;;
	esac
	for side in "$before" "$after"; do
		for file in rank_stats.csv all_stats.csv files.csv; do
			[ -f "$side/$file" ] || die "$side: no $file: it is no folder of a summary"
		done
	done
	old=$(writtenby "$before") new=$(writtenby "$after")
	[ "$old" = "$new" ] || die "$before is of $old, and $after of $new"
	findtarget
	guard
	makescratch "${target%/*}"
	built=$scratch/built
	mkdir "$built" || exit 1
	inputs=$words
	fileslist >"$built/files.csv" || unwritten
	difftable rank_stats.csv rank_diff.csv
	difftable all_stats.csv all_diff.csv
	placefolder
}

# writtenby FOLDER: prints the recipe that wrote it.
writtenby() {
	sed -n '2s/.*,//p' "$1/files.csv"
}

# difftable TABLE OUT: compares a table of both folders.  Each number is a row, whose difference has
# as many decimals as the number.
difftable() {
	LC_ALL=C awk "$readcsv"'
		function row(i, key) {
			if (FNR == 1)
				side++
			if (NR == 1)
				for (i = 1; i <= count; i++)
					title[i] = field[i]
			if (FNR == 1)
				heading[side] = text
			for (i = 1; i <= count; i++)
				if (title[i] ~ /^(Rank|Name|Range|Style|Operation|Source)$/)
					key = key quoted(field[i]) ","
			if (NR == 1)
				keys = key
			if (FNR == 1)
				return
			if (!(key in known)) {
				known[key]
				order[++rows] = key
			}
			for (i = 1; i <= count; i++)
				value[side, key, i] = field[i]
			columns = count
		}
		function change(a, b, digits) {
			digits = index(a, ".") ? length(a) - index(a, ".") : 0
			printf "%.*f,", digits, b - a
			if (a + 0 != 0)
				printf "%.1f", 100 * (b - a) / a
		}
		END {
			if (heading[1] != heading[2])
				exit 3
			print keys "Column,Baseline,Comparison,Absolute Diff,Relative Diff (%)"
			for (r = 1; r <= rows; r++)
				for (i = 1; i <= columns; i++) {
					if (title[i] ~ /^(Rank|Name|Range|Style|Operation|Source)$/)
						continue
					old = value[1, order[r], i]
					new = value[2, order[r], i]
					printf "%s%s,%s,%s,", order[r], title[i], old, new
					if (old != "" && new != "")
						change(old, new)
					else
						printf ","
					print ""
				}
		}' "$before/$1" "$after/$1" >"$built/$2" && return
	[ $? -ne 3 ] || die "$after/$1: other columns than $before/$1"
	unwritten
}

# each COMMAND...: runs it for each input, which is $file, and whose name is $name.
each() {
	rank=0
	IFS=$nl
	for file in $inputs; do
		unset IFS
		name=$file
		"$@"
		rank=$((rank + 1))
		name=''
	done
	unset IFS
}

# fileslist: prints the files, with their ranks.
fileslist() {
	echo Rank,File,Recipe || return
	number=0
	IFS=$nl
	for file in $inputs; do
		unset IFS
		case $file in
		*[,\"]*)
			replace "$file" '"' '""'
			file="\"$text\""
			;;
		esac
		printf '%s,%s,%s\n' $number "$file" "$recipe" || return
		number=$((number + 1))
	done
	unset IFS
}

# findtarget: sets $target to the folder to write: by default the first of NAME-1, NAME-2 and so on
# that does not exist.  Only a folder of tables is replaced.
findtarget() {
	if [ -z "$target" ]; then
		number=1
		while [ -e "$recipe-$number" ] || [ -h "$recipe-$number" ]; do
			number=$((number + 1))
		done
		target=$recipe-$number
	fi
	case $target in
	/* | ./*) ;;
	*) target=./$target ;;
	esac
	[ -d "${target%/*}/" ] || die "${target%/*}: no such folder"
	[ -e "$target" ] || [ -h "$target" ] || return 0
	[ -d "$target" ] && ! [ -h "$target" ] || die "${target#./}: exists, and is no folder"
	[ -n "$force" ] || die "${target#./}: exists: kept (see --force-overwrite)"
	strange=$(ls -A "$target") || exit 1
	IFS=$nl
	for file in $strange; do
		unset IFS
		case $file in
		files.csv | rank_stats.csv | all_stats.csv) continue ;;
		rank_diff.csv | all_diff.csv) continue ;;
		esac
		{ [ "$file" != "${file%.csv}" ] && isrecipe "${file%.csv}"; } ||
			die "${target#./}: kept: it has other files, such as $file"
	done
	unset IFS
}

# isrecipe NAME: whether there is such a recipe.
isrecipe() {
	recipes | cut -d ' ' -f 1 | grep -q -x -F -e "$1"
}

# placefolder: gives the complete folder, $scratch/built, its name.
placefolder() {
	if [ -e "$target" ]; then
		mv -T -- "$target" "$scratch/old" || die "${target#./}: not replaced"
	fi
	mv -T -- "$scratch/built" "$target" && return
	[ ! -e "$scratch/old" ] || mv -T -- "$scratch/old" "$target"
	die "${target#./}: not written"
}

# plan: sets what the programs are to do.
plan() {
	names=demangled domain='' linked='' split='' types='' calls=''
	case $kind in
	files)
		names=short types=file-access
		[ "$filter" != --during-nvtx ] || types=$types,nvtx
		return
		;;
	map | overlap)
		names=short types=kernel,graph
		case $recipe in
		mpi_* | ucx_*) calls=${recipe%%_*} types=$types,${recipe%%_*} ;;
		esac
		[ "$filter" != --during-nvtx ] || types=$types,nvtx
		keys=pid,device columns=busy
		case $recipe in
		nccl_* | mpi_* | ucx_*)
			split=^nccl keys=$keys,work
			[ -z "$calls" ] || split=^:calls
			columns=$columns,overlap:compute,overlap:communication
			;;
		esac
		summed="--by $keys --bins ${bins:-30} --columns $columns"
		[ $kind != overlap ] ||
			summed="--by $keys,name --columns count,total,$columns"
		[ -z "$split" ] || summed="$summed --comm $split"
		return
		;;
	esac
	case $recipe in
	nccl_*) domain=NCCL ;;
	cuda_gpu_kern_pace) names=short ;;
	esac
	case $takes in
	# unasked, the rules of "nsys analyze" print 50 rows
	*:rows:*) suffix=$suffix:rows=${rows:-999999999} ;;
	esac
	about=$(nst-sum --report help --tsv | LC_ALL=C awk -F '\t' -v name="$report" '
		$1 == name { print $4 " " $5 }')
	types=${about% *}
	[ "${about#* }" = 0 ] || linked=1
	# nst-sum says how many graphs are not in a report of kernels
	case ,$types, in
	*,kernel,*) types=$types,graph ;;
	esac
	[ "$filter" != --during-nvtx ] || types=$types,nvtx
	summed="--report $report$suffix"
}

# recipe ARGUMENT...: the command recipe.
recipe() {
	recipe='' words='' inputs='' ranks=0 filter='' filtered='' bins='' rows='' suffix=''
	pattern='' takes='' nothing=''
	while [ $# -gt 0 ]; do
		word=$1 value='' given=''
		shift
		case $word in
		--*=*) given=1 value=${word#*=} word=${word%%=*} ;;
		esac
		case $word$given in
		-h | --help) answer showhelp ;;
		-q | --quiet | --csv | --) continue ;;
		--force-overwrite) force=1 && continue ;;
		--input1)
			named "$value"
			continue
			;;
		--input)
			[ $# -gt 0 ] || refuse "recipe: --input needs a value"
			continue
			;;
		esac
		case $word in
		-*) ;;
		*)
			if [ -z "$recipe" ]; then
				recipe=$word
				findrecipe "$recipe"
			else
				named "$word"
			fi
			continue
			;;
		esac
		[ -n "$recipe" ] || refuse "recipe: $word before the name of the recipe"
		allowed "$word"
		if [ -z "$given" ]; then
			[ $# -gt 0 ] || refuse "recipe: $word needs a value"
			value=$1
			shift
		fi
		setrecipe "$word" "$value"
	done
	[ -n "$recipe" ] || refuse 'recipe: no recipe named'
	[ -n "$words" ] || refuse "recipe: --input: no profile named"
	if [ $kind = diff ]; then
		diffrecipe
		return
	fi
	[ $kind != pace ] || [ -n "$pattern" ] || refuse "recipe $recipe: --name is needed"
	IFS=$nl
	for word in $words; do
		unset IFS
		addinput "$word"
	done
	unset IFS
	[ $ranks -gt 0 ] || die 'no profile to read'
	findtarget
	plan
	guard
	makepipes
	makescratch "${target%/*}"
	built=$scratch/built
	mkdir "$built" || exit 1
	case $kind in
	stats) statstables ;;
	*) each "${kind}table" ;;
	esac
	name=''
	if [ -z "$(ls "$built")" ]; then
		[ -z "$nothing" ] || exit 0
		die "recipe $recipe: not written: no input has data for it"
	fi
	fileslist >"$built/files.csv" || unwritten
	placefolder
}
