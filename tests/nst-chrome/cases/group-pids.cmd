# GPUs and processes whose numbers are none for viewers get some of their own.
nst-chrome <<'EOF' | jq -r '.[] | select(.ph == "X" or .name == "process_name") | [.name, .pid, .args.name] | @tsv'
{"ts":1,"dur":1,"type":"kernel","name":"0","pid":10,"device":0,"stream":7}
{"ts":2,"dur":1,"type":"kernel","name":"2^20-1","pid":10,"device":1048575,"stream":7}
{"ts":3,"dur":1,"type":"kernel","name":"2^20","pid":10,"device":1048576,"stream":7}
{"ts":4,"dur":1,"type":"kernel","name":"-1","pid":10,"device":-1,"stream":7}
{"ts":5,"dur":1,"type":"osrt","name":"1","pid":1,"tid":5}
{"ts":6,"dur":1,"type":"osrt","name":"2^23-1","pid":8388607,"tid":5}
{"ts":7,"dur":1,"type":"osrt","name":"2^23","pid":8388608,"tid":5}
{"ts":8,"dur":1,"type":"osrt","name":"0","pid":0,"tid":5}
{"ts":9,"dur":1,"type":"osrt","name":"-1","pid":-1,"tid":5}
EOF
