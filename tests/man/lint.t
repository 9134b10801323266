#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual is well-formed: lint, a page for each program, the sections and their order.
. tests/tap.sh

command -v mandoc >/dev/null || skipall "mandoc is not installed"

# sections PAGE: the sections from a fixed list, in the order of the page.
sections() {
	sed -n 's/^\.Sh //p' "$1" | grep -Ex 'NAME|SYNOPSIS|DESCRIPTION|OPTIONS|EXIT STATUS|EXAMPLES|DIAGNOSTICS|SEE ALSO' | tr '\n' ,
}

for page in man/*; do
	name=${page##*/}
	is "$(mandoc -Tlint -W warning "$page" 2>&1)" "" "$name: lint says nothing"
	is "$(grep -nE '^\.Fl -[a-z-]+ .*, [a-z]' "$page")" '' "$name: all options of a list have their dashes"
	is "$(sed 's/ Ta /\n/g' "$page" | grep -n 'Ql .* \(No\|Ql\) ')" '' "$name: a quotation on a line ends with it, or before the next cell"
	is "$(grep -nE '^\.((Pq )?Ql|It FILE)( [^"]*[:(.])? (No|In|At|An|Bx|Do) ' "$page")" '' "$name: no word of a quotation is a macro"
	is "$(sed -n 's/^\.Nm //p' "$page" | head -n 1)" "${name%.*}" "$name: is about its name"
	is "$(sed -n 's/^\.Dt //p' "$page")" "$(echo "${name%.*}" | tr '[:lower:]' '[:upper:]') ${name##*.}" "$name: title and section"
	missing=
	for other in $(sed -n 's/^\.It Xr \([^ ]*\) \([0-9]\).*/\1.\2/p; s/^\.Xr \([^ ]*\) \([0-9]\).*/\1.\2/p' "$page"); do
		case $other in
		nst*) [ -e "man/$other" ] || missing="$missing $other" ;;
		esac
	done
	is "$missing" "" "$name: the pages it refers to exist"
done

# The glossary: what is in it can be found, and is a word of the other pages.
words=$(awk '/^\.Sh / { inside = $2 == "WORDS" } inside && sub(/^\.It /, "")' man/nst.7)
is "$(echo "$words" | sort -f)" "$words" 'nst.7: WORDS are in order'
is "$(echo "$words" | sed 's/, .*//' | uniq -d)" '' 'nst.7: each word once'
for word in range launch 'correlation id' projection family stream lane track step rank state; do
	ok "nst.7: tells what '$word' means" test "$(echo "$words" | grep -cx "$word")" -eq 1
done
unused=
for word in $(echo "$words" | tr -d ','); do
	# verbs and plurals, too
	grep -qiw "${word%e}[a-z]*" man/nst-*.[15] || unused="$unused $word"
done
is "$unused" '' 'nst.7: no word that the other pages do not use'

for program in bin/*.c scripts/nst-*; do
	name=${program##*/}
	name=${name%.c}
	ok "$name has a page" test -e "man/$name.1"
	ok "nst.7 names $name" grep -q "^\.It Xr $name 1\$" man/nst.7
done

for page in man/*.1; do
	name=${page##*/}
	ok "$name is about a program" test -e "bin/${name%.1}.c" -o -e "scripts/${name%.1}"
	is "$(sections "$page")" "NAME,SYNOPSIS,DESCRIPTION,OPTIONS,EXIT STATUS,EXAMPLES,DIAGNOSTICS,SEE ALSO," "$name: sections in their order"
	# Input and output: the text tells what each operand of the synopsis is, and that a program
	# that can go without its file reads standard input.
	sed '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/!d' "$page" >"$tmp/synopsis"
	sed '/^\.Sh DESCRIPTION/,/^\.Sh EXIT STATUS/!d' "$page" | tr '\n' ' ' >"$tmp/text"
	missing=
	for operand in $(sed -n 's/^\.\(Op \)\{0,1\}Ar \([^ ]*\).*/\2/p' "$tmp/synopsis" | tr '|' ' ' | sort -u); do
		case $operand in OPTION | ARGUMENT | PROGRAM | COMMAND) continue ;; esac
		grep -qF "Ar $operand" "$tmp/text" || missing="$missing $operand"
	done
	is "$missing" '' "$name: the text tells what operands are"
	! grep -qx '\.Op Ar FILE' "$tmp/synopsis" || ok "$name: reads standard input without a file" grep -q 'standard input' "$tmp/text"
done

finish
