# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Functions of nst-convert, nst-parquet, nst-profile, nst-series and nst-stats.  The build copies
# this file into each of them.
#
# A script sets $me, its name, and $name, the current file.  It defines usage, and run STAGE
# WORD..., which replaces the shell by a program of a pipeline.

nl='
'
# The running processes, as numbers of processes and of groups, and the folders of unfinished files.
# When the script ends, it ends the processes and removes the folders.
running='' scratch='' work='' kept='' notes=''
# $starting is not empty while a process starts that is not in $running yet.  A signal that comes
# then waits until it is: $signalled is the status of the script.
starting='' signalled=''
name=''
# For chain: the input of the first stage; the end of a message that the script handles itself; and
# the first stages, if one process runs all of them.
first=/dev/null expected='' together=''

# Where Nsight Systems and CUDA are installed.
nsys_folders='/opt/nvidia/nsight-systems*/bin /opt/nvidia/nsight-systems*/*/bin
	/usr/local/cuda*/bin'

# An awk function: a text with its control characters written as our programs write them.
plain='function plain(text, code) {
	for (code = 1; code < 32; code++)
		gsub(sprintf("[%c]", code), sprintf("\\\\u%04x", code), text)
	gsub(/\177/, "\\\\u007f", text)
	return text
}'

# absent FILE: prints why it is no file, for a message.
absent() {
	if [ -d "$1" ]; then
		echo 'a folder: name the files in it'
	else
		echo 'no such file'
	fi
}

say() {
	message="$me: $*"
	case $message in
	*[[:cntrl:]]*)
		message=$(printf '%s\n' "$message" | LC_ALL=C awk "$plain"'
			{ printf "%s%s", (NR > 1 ? "\\u000a" : ""), plain($0) }')
		;;
	esac
	printf '%s\n' "$message" >&2
}

die() {
	say "$@"
	exit 1
}

# fail WHY: ends the script: the current file failed.
fail() {
	die "${name:+$name: }$*"
}

refuse() {
	say "$@"
	echo "Try '$me --help'." >&2
	exit 2
}

# answer COMMAND...: prints the output of a command, and ends the script.
answer() {
	"$@" 2>/dev/null || die 'standard output: write error'
	exit 0
}

# replace TEXT FROM TO: sets $text to the text with TO for each FROM.
replace() {
	text='' rest=$1
	while :; do
		case $rest in
		*"$2"*) text=$text${rest%%"$2"*}$3 rest=${rest#*"$2"} ;;
		*) break ;;
		esac
	done
	text=$text$rest
}

# belongs REPORT EXPORT: succeeds if the export is of the same capture as the report; only then may
# a script read it in place of the report.  Otherwise sets $why to the reason.
belongs() {
	why=$(nst-dump --export-of "$1" "$2" 2>&1 >/dev/null) && return
	why=${why%%"$nl"*}
	why=${why#nst-dump: }
	case $why in
	"$1: "*) why='the report cannot be read' ;;
	*) why=${why#"$2: "} why=${why#"not the export of $1: "} ;;
	esac
	return 1
}

# findnsys: prints the path of nsys. The newest installation is the one of the highest number;
# installations of Nsight Systems precede those of CUDA.
findnsys() {
	if [ -n "${NSYS-}" ]; then
		command -v "$NSYS"
		return
	fi
	command -v nsys && return
	for folder in $nsys_folders; do
		[ -x "$folder/nsys" ] || continue
		version=${folder%/bin}
		echo "${version##*[!0-9.]} $folder/nsys"
	done | sort -t . -k 1,1nr -k 2,2nr -k 3,3nr | sed -n '1s/^[^ ]* //p' | grep .
}

# guard: when this shell ends in any way, it ends the processes that it started, and removes its
# folders.  If a file would be too large, the write fails, and the writing program prints a message.
guard() {
	starting='' signalled=''
	trap clean EXIT
	trap 'stop 129' HUP
	trap 'stop 130' INT
	trap 'stop 131' QUIT
	trap 'stop 141' PIPE
	trap 'stop 143' TERM
	trap '' XFSZ
}

# terminate: sends SIGTERM to all running processes.
terminate() {
	for process in $running; do
		kill -s TERM -- "$process" 2>/dev/null
	done
}

clean() {
	trap '' HUP INT QUIT PIPE TERM # rm, too, gets those that are sent to a group
	if [ -n "$running" ]; then
		terminate
		# A new process loses signals until it has given up the traps of this shell.
		{ sleep 0.2; terminate; sleep 1; terminate; } >/dev/null 2>&1 </dev/null 5>&- &
		again=$!
		for process in $running; do
			[ "${process#-}" != "$process" ] || wait "$process" 2>/dev/null
		done
		kill -s KILL "$again" 2>/dev/null
		wait
	fi
	rm -rf "$scratch" "$work" "$kept" "$notes"
}

# stop STATUS: ends the script after a signal.
stop() {
	if [ -n "$starting" ]; then
		signalled=$1
		return
	fi
	trap '' HUP INT QUIT PIPE TERM
	exit "$1"
}

# started PROCESS...: adds processes, or process groups as -GROUP, to $running.  The caller sets
# $starting before it starts them.
started() {
	running="$running $*" starting=''
	[ -z "$signalled" ] || stop "$signalled"
}

# makescratch FOLDER: makes a folder in it for unfinished files, and sets $scratch to its name,
# which identifies the process of this shell.  Removes such folders of killed processes.
makescratch() {
	[ -d "$1/" ] || fail "$1: no such folder"
	# $$ is of the first shell, and /proc may not be mounted
	maker=$(exec sh -c 'echo "$PPID"')
	if ! scratch=$(nst-chain --scratch "$maker" "$1" 2>&1); then
		why=${scratch#nst-chain: } scratch=''
		fail "$why"
	fi
}

# samefile FILE FILE: succeeds if both names are of one file.
samefile() {
	[ -e "$1" ] && [ -e "$2" ] && [ "$(stat -Lc %d:%i "$1")" = "$(stat -Lc %d:%i "$2")" ]
}

# place FILE TARGET FORCE [INPUT...]: gives a complete file its final name.  It replaces an existing
# file only if FORCE is not empty, and never an input.
place() {
	complete=$1 final=$2 replaces=$3
	shift 3
	[ ! -d "$final" ] || fail "${final#./}: is a folder"
	why=$(nst-chain --place ${replaces:+--force} -- "$complete" "$final" "$@" 2>&1) && return
	why=${why#nst-chain: }
	fail "${final#./}: not written: ${why#"$final: "}"
}

# ended STATUS: prints how a program ended.
ended() {
	if [ "$1" -gt 128 ]; then
		echo "was killed by SIG$(kill -l "$1")"
	else
		echo "gave $1"
	fi
}

# relay WHAT: replaces the shell by a program that prints the messages of the stages, when all have
# ended.  Its last line is WHAT failed, and the reason: the message of the stage that failed first
# by itself.  Stages after it only lack its output, and stages before it their reader.  Status 9:
# the reason ends with the $expected text, and nothing was printed.
relay() {
	what=$1
	export me name stages what expected together
	LC_ALL=C
	export LC_ALL
	exec awk "$plain"'
		function say(text) {
			print plain(ENVIRON["me"] ": " ENVIRON["name"] ": " text)
		}
		# of several stages in one process, the one that spoke last failed
		function inside(count, stage, i, j) {
			count = split(ENVIRON["together"], stage, " ")
			for (i = lines; i > 0; i--)
				for (j = 1; j <= count; j++)
					if (from[i] == stage[j])
						return stage[j]
			return stage[count]
		}
		/^\001/ {
			split(substr($0, 2), field, "\t")
			failed[++failures] = field[1] == "nst-chain" ? inside() : field[1]
			reason[failures] = field[1] " " field[2]
			next
		}
		{
			from[++lines] = $0
			sub(/:.*/, "", from[lines])
			nested = "nst-convert: " ENVIRON["name"] ": "
			line[lines] = index($0, nested) == 1 ? substr($0, length(nested) + 1) : $0
			last[from[lines]] = lines
		}
		END {
			count = split(ENVIRON["stages"], stage, " ")
			for (i = 1; i <= count; i++)
				known[stage[i]]
			if (!failures) {
				for (i = 1; i <= lines; i++)
					say(line[i])
				exit
			}
			killed = " was killed by SIGPIPE$"
			unread = ": Broken pipe$"
			for (cause = 1; cause < failures; cause++)
				if (reason[cause] !~ killed && line[last[failed[cause]]] !~ unread)
					break
			# not all programs put their name in front
			for (i = lines; i > 0 && from[i] in known; i--)
				;
			final = last[failed[cause]] ? last[failed[cause]] : i
			ending = ENVIRON["expected"]
			tail = substr(line[final], length(line[final]) - length(ending) + 1)
			if (ending != "" && tail == ending)
				exit 9
			while (stage[count] != failed[cause])
				behind[stage[count--]]
			for (i = 1; i <= lines; i++)
				if (i != final && !(from[i] in behind) && line[i] !~ unread)
					say(line[i])
			sub(/^not converted: /, "", line[final])
			say(ENVIRON["what"] ": " (final ? line[final] : reason[cause]))
		}' >&2
}

# makepipes: makes the named pipes of chain in $notes.
makepipes() {
	makescratch "${TMPDIR:-/tmp}"
	notes=$scratch scratch=''
	why=$(mkfifo "$notes/said" "$notes/1" "$notes/2" "$notes/3" "$notes/4" 2>&1) || fail "$why"
}

# chain OUT WHAT WORD...: runs $stages as a pipeline with the words, from $first into OUT, where -
# is standard output, and prints their messages.  Fails if one of them does: WHAT failed.  Sets
# $relayed to the status of relay.  If standard output is closed, the script ends as by SIGPIPE.
chain() {
	out=$1 in=$first number=0 pids='' relayed=0
	starting=1
	relay "$2" <"$notes/said" &
	relay=$!
	started $!
	shift 2
	exec 5>"$notes/said"
	processes=${together:+nst-chain}${stages#"$together"}
	for stage in $processes; do
		number=$((number + 1)) to=$notes/$number
		[ "$stage" != "${processes##* }" ] || to=$out
		starting=1
		# reading first: a stage that cannot write must not leave the one before it waiting
		if [ "$to" = - ]; then
			run "$stage" "$@" 2>&5 <"$in" 5>&- &
		else
			run "$stage" "$@" 2>&5 <"$in" >"$to" 5>&- &
		fi
		pids="$pids $!" in=$to
		started $!
	done
	# shellcheck disable=SC2086 # numbers
	reap $pids
	exec 5>&-
	wait "$relay" || relayed=$?
	running=''
	[ -z "$unread" ] || stop 141
	[ $failures -eq 0 ]
}

# reap PID...: waits for the stages, and sends the failed ones to relay.
reap() {
	failures=0 unread=''
	for stage in $processes; do
		status=0
		wait "$1" 2>/dev/null || status=$? # dash says how a process was killed
		shift
		case $status:$out in
		0:*) ;;
		141:-) unread=1 ;;
		*)
			failures=$((failures + 1))
			printf '\001%s\t%s\n' "$stage" "$(ended $status)" >&5
			;;
		esac
	done
}
