# Below 64 levels what is left is text.
{
	printf '{"ts":1,"dur":1,"type":"osrt","name":"n","pid":10,"tid":11,"args":'
	for bracket in '{"a":' '}'; do
		i=0
		while [ $i -lt 70 ]; do
			printf '%s' "$bracket"
			i=$((i + 1))
		done
		[ "$bracket" = '}' ] || printf '[1,"\\ud83d\\ude00"]'
	done
	printf '}\n'
} | nst-perfetto | ../packets | grep -o 'string_value: .*'
