# No arrows but from calls, and from calls without a duration none.
nst-chrome <<'EOF' | jq -r '.[] | select(.ph != "M") | [.name, has("bind_id")] | @tsv'
{"ts":10,"dur":5,"type":"osrt","name":"no CUDA","pid":10,"tid":11,"corr":5}
{"ts":11,"dur":5,"type":"cuda-sync","name":"no call","pid":10,"tid":11,"corr":5}
{"ts":12,"type":"cuda-api","name":"instant","pid":10,"tid":11,"corr":5}
{"ts":20,"dur":5,"type":"kernel","name":"of none of them","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"call"}}
{"ts":30,"dur":5,"type":"cuda-api","name":"call","pid":10,"tid":11,"corr":5}
{"ts":40,"type":"kernel","name":"instant kernel","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":30,"dur":5,"tid":11,"name":"call"}}
{"ts":50,"dur":5,"type":"cuda-api","name":"call without an id","pid":10,"tid":11,"corr":0}
{"ts":60,"dur":5,"type":"kernel","name":"kernel without an id","pid":10,"device":0,"context":1,"stream":7,"corr":0,"launch":{"ts":50,"dur":5,"tid":11,"name":"call"}}
{"ts":70,"dur":5,"type":"kernel","name":"kernel of the call","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":30,"dur":5,"tid":11,"name":"call"}}
EOF
