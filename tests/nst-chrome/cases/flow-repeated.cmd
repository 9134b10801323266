# Of two calls of a process with one id each owns what came after it, and before the next.
nst-chrome <<'EOF' | jq -r -f flows.jq
{"ts":5,"dur":1,"type":"kernel","name":"before any call","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":1,"dur":1,"tid":11,"name":"call"}}
{"ts":10,"dur":5,"type":"cuda-api","name":"call 1","pid":10,"tid":11,"corr":5}
{"ts":11,"dur":5,"type":"cuda-api","name":"call of another process","pid":20,"tid":11,"corr":5}
{"ts":20,"dur":1,"type":"kernel","name":"of call 1","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"call"}}
{"ts":21,"dur":1,"type":"memcpy","name":"of call 1 too","pid":10,"device":1,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"call"}}
{"ts":30,"dur":5,"type":"cuda-api","name":"call 2","pid":10,"tid":12,"corr":5}
{"ts":31,"dur":5,"type":"cuda-api","name":"call of another id","pid":10,"tid":12,"corr":6}
{"ts":40,"dur":1,"type":"memset","name":"of call 2","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":30,"dur":5,"tid":12,"name":"call"}}
{"ts":41,"dur":1,"type":"kernel","name":"of the other id","pid":10,"device":0,"context":1,"stream":7,"corr":6,"launch":{"ts":31,"dur":5,"tid":12,"name":"call"}}
{"ts":42,"dur":1,"type":"kernel","name":"of the other process","pid":20,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":11,"dur":5,"tid":11,"name":"call"}}
{"ts":43,"dur":1,"type":"kernel","name":"of an id near by","pid":10,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":11,"dur":5,"tid":11,"name":"call"}}
{"ts":44,"dur":1,"type":"kernel","name":"of a third process","pid":30,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":11,"dur":5,"tid":11,"name":"call"}}
{"ts":50,"dur":5,"type":"cuda-api","name":"call 3","pid":10,"tid":12,"corr":5}
{"ts":60,"dur":1,"type":"graph","name":"of call 3","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":50,"dur":5,"tid":12,"name":"call"}}
EOF
