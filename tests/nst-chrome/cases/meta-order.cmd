# Every name is there before the first event of its track, and every index at the end, once.
nst-chrome <<'EOF' | jq -r '.[] | [.ph, .name, .pid, .tid, .args.name, .args.sort_index] | @tsv'
{"ts":1,"dur":9,"type":"nvtx","name":"a","pid":10,"tid":10}
{"ts":2,"dur":1,"type":"kernel","name":"b","pid":10,"device":0,"context":1,"stream":7}
{"ts":3,"dur":1,"type":"nvtx","name":"c","pid":10,"tid":10}
{"ts":4,"dur":1,"type":"nvtx-kernel","name":"a","pid":10,"tid":10,"device":0}
{"ts":5,"dur":1,"type":"kernel","name":"d","pid":20,"device":0,"context":1,"stream":7}
{"ts":6,"open":true,"type":"nvtx","name":"e","pid":30,"tid":31}
EOF
