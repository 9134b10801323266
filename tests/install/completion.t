#!/bin/sh
# SPDX-License-Identifier: MIT
# Shells complete command lines: options, their values, files by kind. The shells themselves are
# asked.
. tests/tap.sh

made=$BUILD/completions
mkdir "$tmp/work"
cd "$tmp/work" || exit 1
: >run.sqlite
: >run.nsys-rep
: >run.ndjson
: >run.ndjson.zst
: >notes.txt
mkdir folder

# completed SHELL WORD...: what is offered for the last word.
completed() {
	shell=$1
	shift
	case $shell in
	bash)
		bash --norc -c '
			. "$1"
			shift
			COMP_WORDBREAKS=$'"' \\t\\n\"\\'><=;|&(:'"'
			COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
			case $1 in nst) _nst_front ;; *) _nst ;; esac 2>/dev/null
			printf "%s\n" "${COMPREPLY[@]}"' - "$made/bash/nst" "$@"
		;;
	fish)
		env HOME="$tmp" XDG_CONFIG_HOME="$tmp" fish --no-config -c '
			for file in '"$made"'/fish/*.fish
				source $file
			end
			complete -C "'"$*"'"' | cut -f 1
		;;
	esac | sed 's|/$||; s|.*=||' | sort -u | paste -s -d ' '
}

for shell in bash fish; do
	if ! command -v $shell >/dev/null; then
		skip "$shell is not installed" "$shell"
		continue
	fi
	is "$(completed $shell nst-dump --na)" '--names' "$shell: an option"
	like "$(completed $shell nst-sum -)" '--by .*--columns .*--wide' "$shell: all options"
	is "$(completed $shell nst-dump --names '')" 'both demangled mangled raw short template' "$shell: the values of an option"
	is "$(completed $shell nst-dump --names d)" 'demangled' "$shell: a value"
	is "$(completed $shell nst-filter --type kern)" 'kernel' "$shell: a type"
	is "$(completed $shell nst-filter --type nvtx,kern)" 'nvtx,kernel' "$shell: one more type"
	is "$(completed $shell nst-sum --by type,dev)" 'type,device' "$shell: a column"
	is "$(completed $shell nst-sum --columns count,kernel_)" 'count,kernel_time' "$shell: a column to be shown"
	is "$(completed $shell nst-sum --sort dev)" 'device' "$shell: a column to sort by"
	like " $(completed $shell nst-sum --report cuda_gpu_) " ' cuda_gpu_kern_sum ' "$shell: a report"
	is "$(completed $shell nst-convert --to p)" 'perfetto' "$shell: the formats of a script"
	like " $(completed $shell nst-dump r) " ' run.nsys-rep .*run.sqlite ' "$shell: files that nst-dump reads"
	like "$(completed $shell nst-filter run.nd)" '^run.ndjson run.ndjson.zst$' "$shell: streams"
	is "$(completed $shell nst tr)" 'trace' "$shell: nst: a command"
	is "$(completed $shell nst filt)" 'filter' "$shell: nst: a program"
	is "$(completed $shell nst dump --na)" '--names' "$shell: nst: an option of a program"
	like " $(completed $shell nst help ev) " ' event ' "$shell: nst help: a topic"
	is "$(completed $shell nst open --se)" '--serve' "$shell: nst open: its option"
	like " $(completed $shell nst run.sq) " ' run.sqlite ' "$shell: nst: a file"
	like " $(completed $shell nst trace run.n) " ' run.nsys-rep ' "$shell: nst trace: a report"
	like " $(completed $shell nst idle run.n) " ' run.nsys-rep ' "$shell: a question: a report"
	is "$(completed $shell nst idle --to)" '--top' "$shell: a question: its option"
	like " $(completed $shell nst what-if --sc) " ' --scale ' "$shell: nst what-if: its option"
	like " $(completed $shell nst-stats -r '') " ' cuda_api_sum .* nvtx_sum ' \
		"$shell: reports of nst-stats"
	is "$(completed $shell nst-stats -r nvtx_sum,cuda_gpu_trac)" 'nvtx_sum,cuda_gpu_trace' \
		"$shell: one more report"
	is "$(completed $shell nst-stats --rule cuda_memset)" 'cuda_memset_sync' "$shell: a rule"
done
if command -v bash >/dev/null; then
	is "$(completed bash nst-dump n)" '' 'bash: no other files'
	is "$(completed bash nst-dump f)" 'folder' 'bash: folders'
	is "$(completed bash nst-sum --by = ty)" 'type' 'bash: behind ='
	is "$(completed bash nst-sum --by nvtx : a)" 'all' 'bash: behind a colon'
	is "$(completed bash nst filter run.n)" 'run.ndjson run.ndjson.zst run.nsys-rep' 'bash: nst: profiles for programs that read streams'
	is "$(bash --norc -c '. "$1"; complete -p nst-sum nst' - "$made/bash/nst" | cut -d ' ' -f 2-4)" '-F _nst nst-sum
-F _nst_front nst' 'bash: they are registered'
fi

# zsh, before a terminal: what it makes of a line when the tabulator is pressed.
# zshed LINE TEXT: waits for the text, some seconds.
zshed() {
	zsh -f -c '
		zmodload zsh/zpty
		zpty -b z "TERM=dumb PS1= zsh -f -i"
		zpty -w z "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; unsetopt beep; PS1=; echo ready"
		while zpty -r z line && [[ $line != *ready* ]]; do :; done
		zpty -r -m z line "*ready*"
		zpty -w -n z "$2"$'"'\\t'"'
		text=
		# what is offered comes some time later
		for ((i = 0; i < 50; i++)); do
			while zpty -r -t z line; do text+=$line; done
			[[ $text != *"$3"* ]] || break
			sleep 0.1
		done
		print -r -- $text
		zpty -d z' - "$made/zsh" "$1" "$2" 2>/dev/null | tr -d '\r\a' | tail -n 3
}
if ! command -v zsh >/dev/null; then
	skip 'zsh is not installed' zsh
elif ! zsh -f -c 'zmodload zsh/zpty && zpty -b z true' 2>/dev/null; then
	skip 'no pseudo-terminal: /dev/pts is not mounted' zsh
else
	ok 'zsh: it is read' zsh -f -n "$made/zsh/_nst"
	like "$(zshed 'nst-dump --na' '--names=')" '--names=' 'zsh: an option'
	like "$(zshed 'nst-dump --names d' '--names demangled')" '--names demangled' 'zsh: a value'
	like "$(zshed 'nst-filter --type nvtx,kern' nvtx,kernel)" 'nvtx,kernel' 'zsh: one more type'
	like "$(zshed 'nst-dump run.sq' run.sqlite)" 'run\.sqlite' 'zsh: a file'
	like "$(zshed 'nst tra' 'nst trace')" 'nst trace' 'zsh: nst: a command'
	like "$(zshed 'nst dump --na' '--names')" '--names' 'zsh: nst: an option of a program'
	like "$(zshed 'nst trace run.ns' run.nsys-rep)" 'run\.nsys-rep' 'zsh: nst trace: a report'
	like "$(zshed 'nst idle run.ns' run.nsys-rep)" 'run\.nsys-rep' 'zsh: a question: a report'
	like "$(zshed 'nst idle --to' '--top')" '--top' 'zsh: a question: its option'
	like "$(zshed 'nst-stats -r openmp' openmp_sum)" 'openmp_sum' 'zsh: reports of nst-stats'
	like "$(zshed 'nst-stats --rule cuda_memset' cuda_memset_sync)" 'cuda_memset_sync' 'zsh: a rule'
fi

cd "$top" || exit 1
finish
