# What is no #rrggbb is no colour.
for color in '#zzzzzz' '#12 456' '#0x1234' '#-12345' '#12345g'; do
	printf '{"ts":1,"dur":1,"type":"nvtx","name":"%s","pid":10,"tid":11,"args":{"color":"%s"}}\n' "$color" "$color"
done | nst-chrome | jq -r '.[] | select(.ph == "X") | [.name, .cname] | @tsv'
