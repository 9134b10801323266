# How long after the start and after the end of its call an event started.
nst-chrome <<'EOF' | jq -c '.[] | select(.ph == "X") | [.name, .args.latency_us, .args.queued_us, .flow_in]'
{"ts":1000,"dur":100,"type":"cuda-api","name":"call","pid":10,"tid":11,"corr":5}
{"ts":1200,"dur":1,"type":"kernel","name":"after","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":1000,"dur":100,"tid":11,"name":"call"}}
{"ts":1100,"dur":1,"type":"memcpy","name":"at the end","pid":10,"device":0,"context":1,"stream":8,"corr":5,"launch":{"ts":1000,"dur":100,"tid":11,"name":"call"}}
{"ts":1050,"dur":1,"type":"memset","name":"during","pid":10,"device":0,"context":1,"stream":9,"corr":5,"launch":{"ts":1000,"dur":100,"tid":11,"name":"call"}}
{"ts":1300,"dur":1,"type":"graph","name":"graph","pid":10,"device":0,"context":1,"stream":9,"corr":5,"launch":{"ts":1000,"dur":100,"tid":11,"name":"call"}}
{"ts":1400,"dur":1,"type":"kernel","name":"call not in the stream","pid":10,"device":0,"context":1,"stream":7,"corr":6,"launch":{"ts":900,"dur":100,"tid":11,"name":"call"}}
{"ts":1500,"dur":1,"type":"kernel","name":"no corr","pid":10,"device":0,"context":1,"stream":7,"launch":{"ts":900,"dur":100,"tid":11,"name":"call"}}
{"ts":1600,"dur":1,"type":"kernel","name":"no launch","pid":10,"device":0,"context":1,"stream":7,"corr":5}
EOF
