# A stream cut in the middle of a line is truncated, not bad; --partial takes what is whole.
cut() {
	printf '%s\n%s\n%s' '{"ts":1,"type":"stream","format":1}' '{"ts":1,"dur":1,"type":"osrt","name":"whole","pid":10,"tid":11}' '{"ts":2,"dur":1,"type":"os'
}
cut | nst-chrome | jq -c '.[] | select(.ph == "X").name'
cut | nst-chrome --partial | jq -c '.[] | select(.ph == "X").name'
