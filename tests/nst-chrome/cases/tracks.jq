# Each event with the name of its track.
(map(select(.name == "thread_name")) | map({"\(.pid) \(.tid)": .args.name}) | add) as $tracks
| .[] | select(.ph != "M") | [$tracks["\(.pid) \(.tid)"], .name, .ts, .dur, .args.open] | @tsv
