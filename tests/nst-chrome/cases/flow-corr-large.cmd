# Ids beyond 32 bits are no other ids: arrows go to what was launched.
nst-chrome <<'EOF' | jq -r -f flows.jq
{"ts":10,"dur":5,"type":"cuda-api","name":"5","pid":10,"tid":11,"corr":5}
{"ts":11,"dur":5,"type":"cuda-api","name":"5 of another process","pid":20,"tid":11,"corr":5}
{"ts":12,"dur":5,"type":"cuda-api","name":"2^32+5","pid":10,"tid":11,"corr":4294967301}
{"ts":13,"dur":5,"type":"cuda-api","name":"2^53","pid":10,"tid":11,"corr":9007199254740992}
{"ts":20,"dur":1,"type":"kernel","name":"of 5","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"call"}}
{"ts":21,"dur":1,"type":"kernel","name":"of 5 of another process","pid":20,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":11,"dur":5,"tid":11,"name":"call"}}
{"ts":22,"dur":1,"type":"kernel","name":"of 2^32+5","pid":10,"device":0,"context":1,"stream":7,"corr":4294967301,"launch":{"ts":12,"dur":5,"tid":11,"name":"call"}}
{"ts":23,"dur":1,"type":"kernel","name":"of 2^53","pid":10,"device":0,"context":1,"stream":7,"corr":9007199254740992,"launch":{"ts":13,"dur":5,"tid":11,"name":"call"}}
EOF
