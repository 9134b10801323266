# What the profiler does in a process comes last, in rows of its own.
nst-chrome <<'EOF' | jq -r -f order.jq
{"ts":0,"type":"meta","name":"process","pid":10,"args":{"name":"/usr/bin/app"}}
{"ts":0,"type":"meta","name":"thread","pid":10,"tid":10,"args":{"name":"app"}}
{"ts":0,"type":"meta","name":"thread","pid":10,"tid":12,"args":{"name":"[NSys]"}}
{"ts":0,"type":"meta","name":"thread","pid":10,"tid":13,"args":{"name":"CUPTI worker thread"}}
{"ts":0,"type":"meta","name":"thread","pid":10,"tid":14,"args":{"name":"app"}}
{"ts":1,"type":"diagnostic","name":"of the process","pid":10}
{"ts":1,"type":"diagnostic","name":"of the machine"}
{"ts":2,"dur":1,"type":"overhead","name":"o","pid":10,"tid":13}
{"ts":3,"dur":1,"type":"overhead","name":"o","pid":10,"tid":10}
{"ts":4,"dur":1,"type":"osrt","name":"a","pid":10,"tid":12}
{"ts":5,"dur":0,"type":"osrt","name":"profiling started","pid":10,"tid":0}
{"ts":6,"dur":1,"type":"osrt","name":"a","pid":10,"tid":14}
{"ts":7,"dur":1,"type":"osrt","name":"a","pid":10,"tid":10}
EOF
