# Args that come again are written alike, whatever their last member is: a count, and what only looks like one.
for last in '"grid_id":1' '"grid_id":2' '"grid_id":-3' '"grid_id":4 ' '"a\"b":5' '"s":"x,\"b\":6"' '"o":{"n":7}'; do
	for ts in 1 2 3 4; do
		printf '{"ts":%s,"dur":0,"type":"osrt","name":"%s","pid":10,"tid":11,"args":{"registers":18,"label":"a text that is long enough to make it worth keeping all this","f":1.5,%s}}\n' \
			$ts "$ts" "$last"
	done | nst-perfetto | ../packets | grep BEGIN | sed 's/.*track_event//; s/ interned_data.*//'
done
