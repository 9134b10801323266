# Processes behind GPUs, threads and streams by number, whichever comes first.
nst-perfetto <<'EOF' | ../packets | grep -o 'process_name.*\|thread_name.*'
{"ts":1,"dur":1,"type":"osrt","name":"n","pid":10,"tid":12}
{"ts":2,"dur":1,"type":"osrt","name":"n","pid":10,"tid":10}
{"ts":3,"dur":1,"type":"nvtx","name":"n","pid":10,"tid":12}
{"ts":4,"dur":1,"type":"kernel","name":"n","pid":10,"device":1,"context":1,"stream":10}
{"ts":5,"dur":1,"type":"kernel","name":"n","pid":10,"device":1,"context":1,"stream":7}
{"ts":6,"dur":1,"type":"kernel","name":"n","pid":9,"device":0,"context":1,"stream":7}
EOF
