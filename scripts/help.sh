# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Functions that print --help and --describe of scripts, in the form of the programs.  The build
# copies this file into each script.
#
# A script sets $me, its name; $what, its purpose; $example, a command; and $operands, the suffixes
# of its files, separated by |.  It defines usage, and flags, which prints a line for each option:
# its letter, its name, the name of its value, the possible words of the value, and its purpose,
# separated by tabs; - stands for an absent field.

usualflags() {
	printf '%s\t%s\t-\t-\t%s\n' h help 'print this' V version 'print the version'
}

showhelp() {
	usage
	printf '\n%s\n\n' "$what"
	{ flags; usualflags; } | LC_ALL=C awk -F '\t' '{
		line = "  " ($1 == "-" ? "    " : "-" $1)
		if ($2 != "-")
			line = line ($1 == "-" ? "" : ", ") "--" $2
		if ($3 != "-")
			line = line " " $3
		if (length(line) > 22) {
			print line
			line = ""
		}
		count = split($5, word, " ")
		for (i = 1; i <= count; i++) {
			if (length(line) >= 24 && length(line) + 1 + length(word[i]) >= 80) {
				print line
				line = ""
			}
			if (length(line) < 24)
				line = sprintf("%-24s%s", line, word[i])
			else
				line = line " " word[i]
		}
		print line
	}'
	printf '\nExample:\n  %s\n\nManual: %s(1), nst(7)\n' "$example" "$me"
}

showflags() {
	flags
	usualflags
	printf -- '-\toperand\t-\t%s\t%s\n' "$operands" "$(echo "$what" | tr '\n' ' ')"
}
