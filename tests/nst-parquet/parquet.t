#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-parquet: all that is in a stream is in the columns, of the types that its page states.
. tests/tap.sh
. tests/nst-parquet/fleet.sh

needduckdb
cd "$tmp" || exit 1

# file RANK: a file of the run r.
file() {
	echo "run=r/rank=$1/events.parquet"
}

# The columns are those of the page.
nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null | nst-step | nst-state >s.ndjson
run nst-parquet --run r --rank 0 s.ndjson
is "$status $(cat out err)" "0 nst-parquet: s.ndjson: wrote $(file 0), $(wc -l <s.ndjson) records" \
	'a stream'
sed -n '/^\.Ss Columns/,/^\.Sh/s/^\.It \([a-z_.]*\) Ta \([A-Z]*\(\[\]\)*\)$/\1\t\2/p' \
	"$top/man/nst-parquet.1" >page
{
	ask <<-END
		SELECT column_name, replace(regexp_replace(column_type, '\\(.*', ''), '"', '') FROM
		    (DESCRIBE SELECT * FROM read_parquet('$(file 0)', hive_partitioning = false));
	END
	for group in launch args; do
		ask <<-END
			SELECT '$group.' || column_name, column_type FROM
			    (DESCRIBE SELECT $group.* FROM '$(file 0)');
		END
	done
} >columns
same columns page 'the columns and fields are those of the page, in its order'

# back FILE: the records of a file, as JSON with sorted keys: what is in the columns, and in "more".
back() {
	ask <<-END |
		SELECT to_json(e) FROM read_parquet('$1', hive_partitioning = false) e;
	END
		jq -cS 'def drop: with_entries(select(.value != null));
			(.more // {}) as $more | del(.more) | drop
			| if .launch then .launch |= drop else . end
			| if .args then .args |= drop else . end
			| if $more.ts then $more else . * $more end'
}

# Nothing is lost, and nothing is added.  Of two profiles of PyTorch one is enough.
for name in $(profiles | grep -v '^pytorch-2gpu'); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null | nst-step 2>/dev/null |
		nst-state >"$name.ndjson" 2>/dev/null
	run nst-parquet --run all --rank 0 --force "$name.ndjson"
	jq -cS . "$name.ndjson" >wanted
	back run=all/rank=0/events.parquet >got
	same got wanted "$name: all records, with all that they have"
	is "$status $(grep -v ': wrote ' err)" '0 ' "$name: nothing to say"
	[ "$name" = sample ] || continue
	nst-sum --names raw --by type,name --tsv --columns count,total "$name.ndjson" 2>/dev/null |
		awk -F '\t' 'NR > 1 && $4 > 0' | sort >wanted
	ask <<-END | sort >got
		SELECT type, name, count(*), sum(dur)::BIGINT AS total
		FROM 'run=all/rank=0/events.parquet'
		WHERE dur IS NOT NULL AND type <> 'call-kernel' GROUP BY type, name HAVING total > 0;
	END
	same got wanted "$name: sums are those of nst-sum"
	ok "$name: there are some" test -s got
done

finish
