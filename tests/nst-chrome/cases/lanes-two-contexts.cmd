# Lanes follow their own track, also when another has the same name.
nst-chrome <<'EOF' | jq -r '.[] | select(.ph == "X" or .name == "thread_sort_index") | [.tid, .name, .args.sort_index] | @tsv'
{"ts":1,"dur":10,"type":"kernel","name":"context 1","pid":10,"device":0,"context":1,"stream":7}
{"ts":2,"dur":10,"type":"kernel","name":"context 2","pid":10,"device":0,"context":2,"stream":7}
{"ts":3,"dur":20,"type":"kernel","name":"context 1, lane 2","pid":10,"device":0,"context":1,"stream":7}
{"ts":4,"dur":20,"type":"kernel","name":"context 2, lane 2","pid":10,"device":0,"context":2,"stream":7}
EOF
