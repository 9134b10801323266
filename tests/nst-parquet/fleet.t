#!/bin/sh
# SPDX-License-Identifier: MIT
# The scripts of nst-fleet(7), as they stand there, on 16 ranks: by Slurm, GNU parallel, DuckDB and
# Dask; sums are those of SQLite and nst-sum over all.
. tests/tap.sh
. tests/nst-parquet/fleet.sh
. tests/nst-parquet/slurm.sh

needduckdb
command -v mandoc >/dev/null || skipall 'mandoc is not installed'
mkdir "$tmp/job" "$tmp/few"
scripts "$tmp/job"
cd "$tmp/job" || exit 1
is "$(echo ./*)" './events.sql ./fleet.py ./idle.sql ./ranks.sh ./slow.sql ./top.sql' 'the scripts'
traces 16

# Slurm, or where it can't be, GNU parallel.
if startslurm; then
	run timeout 300 sbatch --wait --array=0-15%16 ranks.sh r7
	is "$status" 0 'Slurm: the array ends well'
	[ "$status" -eq 0 ] || note "$(tail -n 5 fleet.log)"
	run timeout 100 sbatch --wait --array=15-16 ranks.sh r7
	is "$status" 1 'Slurm: a rank that is there, and one that is not: it fails'
	like "$(cat fleet.log)" 'run=r7/rank=15/events.parquet: exists: kept' '... and says so'
	like "$(cat fleet.log)" 'rank16.nsys-rep: No such file' '... of both'
	stopslurm
else
	skip "$why" 'the array of Slurm'
	parallel -j 2 sh ranks.sh r7 ::: $(seq 0 15) 2>/dev/null
fi
is "$(find fleet -name '*.parquet' | wc -l) $(find fleet/streams -name '*.gz' | wc -l)" '16 16' \
	'a stream and a file of each rank'
is "$(find fleet -name '.nst*' -o -name '*.part' | grep -v 'rank1[56]\.')" '' 'nothing else'

# GNU parallel makes the same.
if command -v parallel >/dev/null; then
	ln -s "$tmp/job/traces" "$tmp/few/traces"
	cp ranks.sh "$tmp/few"
	(cd "$tmp/few" && parallel -j 2 sh ranks.sh r7 ::: 3 4 >../out 2>../err)
	is "$?" 0 'GNU parallel: all is well'
	for rank in 3 4; do
		file=run=r7/rank=$rank/events.parquet
		is "$(ask <<-END
			(SELECT COLUMNS(* EXCLUDE more) FROM 'fleet/$file'
			EXCEPT ALL SELECT COLUMNS(* EXCLUDE more) FROM '$tmp/few/fleet/$file');
		END
		)" '' "GNU parallel: rank $rank is the same"
	done
else
	skip 'GNU parallel is not installed' 'GNU parallel'
fi

# What SQLite and nst-sum say.
for rank in $(seq 0 15); do
	sqlite3 -readonly -separator "$(printf '\t')" "traces/rank$rank.sqlite" \
		"SELECT s.value, k.end - k.start FROM CUPTI_ACTIVITY_KIND_KERNEL k
		JOIN StringIds s ON s.id = k.shortName" >>kernels
	gzip -dc "fleet/streams/r7/rank$rank.ndjson.gz" | nst-filter --type gpu-state >states
	nst-sum --names raw --by name,cause,kind,blame --tsv --columns count,total states >>causes
	nst-sum --names raw --by step,name --tsv --columns total states | sed "s/^/$rank	/" >>steps
done
awk -F '\t' -v OFS='\t' '{ n[$1]++; t[$1] += $2 }
	END { for (k in n) printf "%s\t%d\t%.0f\n", k, n[k], t[k] }' kernels | sort >top
awk -F '\t' -v OFS='\t' '$1 == "idle" { k = $2 OFS $3 OFS $4; n[k] += $5; t[k] += $6 }
	END { for (k in n) printf "%s\t%d\t%.0f\n", k, n[k], t[k] }' causes | sort >idle
awk -F '\t' '$2 ~ /^[0-9]/ && $3 != "communication" { t[$2 "\t" $1] += $4 }
	END { for (k in t) printf "%s\t%.0f\n", k, t[k] }' steps |
	sort -t "$(printf '\t')" -k 1,1n -k 3,3nr -k 2,2n | awk -F '\t' '!seen[$1]++' >slow
for table in top idle slow; do
	ok "$table: there is something" test "$(wc -l <$table)" -gt 4
done

# DuckDB.
ask events.sql top.sql >got
cut -f 1-3 got | sort >sorted
same sorted top 'DuckDB: top.sql'
is "$(cut -f 4 got | sort -u)" 16 'DuckDB: top.sql: of all ranks'
ask events.sql idle.sql >got
sort got >sorted
is "$(comm -23 sorted idle)" '' 'DuckDB: idle.sql: rows of nst-sum'
is "$(cut -f 5 got | paste -s -d ' ')" \
	"$(cut -f 5 idle | sort -rn | head -n 20 | paste -s -d ' ')" 'DuckDB: idle.sql: the largest'
ask events.sql slow.sql | cut -f 1-3 >got
same got slow 'DuckDB: slow.sql'

# Dask: what the page starts, on the loopback interface.
if [ -x /usr/bin/dask-scheduler ]; then
	dask-scheduler --scheduler-file dask.json --host 127.0.0.1 --port 0 --no-dashboard \
		>scheduler.out 2>&1 &
	dask=$!
	trap 'kill $dask 2>/dev/null; wait; rm -rf "$tmp"' EXIT
	for worker in 1 2; do
		dask-worker --scheduler-file dask.json --nthreads 1 --host 127.0.0.1 \
			--no-dashboard --death-timeout 30 >worker$worker.out 2>&1 &
		dask="$! $dask"
	done
	timeout 100 /usr/bin/python3 fleet.py r7 >got 2>err
	is "$?" 0 'Dask: all is well' || note "$(tail -n 5 err)"
	sed -n 's/^top	//p' got | sort >sorted
	same sorted top 'Dask: top kernels'
	sed -n 's/^idle	//p' got | sed 's/None//g' | sort >sorted
	same sorted idle 'Dask: idle by cause'
	sed -n 's/^slow	//p' got | cut -f 1,2,4 >sorted
	same sorted slow 'Dask: the slowest rank of each step'
	is "$(cat worker*.out | grep -c 'Registered to:')" 2 'Dask: two workers'
	gzip -dc fleet/streams/r7/rank3.ndjson.gz | sed '$d' | gzip >cut.gz
	mv cut.gz fleet/streams/r7/rank3.ndjson.gz
	timeout 100 /usr/bin/python3 fleet.py r7 >got 2>err
	is "$?" 1 'Dask: a stream that was cut: it fails'
	like "$(tail -n 1 err)" 'rank3.ndjson.gz: cut' '... and says which'
else
	skip "no Dask: 'scripts/bootstrap fleet' installs it" 'Dask'
fi

finish
