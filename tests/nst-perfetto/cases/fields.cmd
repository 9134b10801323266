# Args that have fields of their own: each of them, in any order; and what the fields are not for, which is annotated.
nst-perfetto <<'EOF' | ../packets | grep -v -e ^track -e ^clock -e 'type: END'
{"ts":1,"dur":1,"type":"cuda-api","name":"l","pid":10,"tid":11,"corr":5}
{"ts":10,"dur":5,"type":"memcpy","name":"all","pid":10,"device":0,"context":1,"stream":7,"corr":5,"args":{"graph_node":1,"cluster":[1,-2,9223372036854775807],"event_sync":3,"event":4,"copies":5,"bytes":6,"range":{"dur":7,"ts":8},"sum":9,"count":10,"grid_id":11,"local_total":12,"local_thread":13,"shared_executed":14,"shared_dynamic":-15,"shared_static":16,"registers":-9223372036854775808,"block":[ 18 , 19 ],"grid":[20]},"launch":{"ts":1,"dur":1,"tid":11,"name":"l"}}
{"ts":20,"dur":5,"type":"osrt","name":"not","pid":10,"tid":11,"args":{"registers":"r","corr":1e30,"latency":1.5,"queued":null,"bytes":[1],"count":{"ts":1},"sum":true,"GB/s":7,"grid":3,"block":[1,"2"],"cluster":[1.5],"event":{}}}
{"ts":30,"dur":5,"type":"osrt","name":"empty","pid":10,"tid":11,"args":{"grid":[],"range":{},"launch":[],"ts":1,"Grid":2,"":3}}
{"ts":40,"dur":5,"type":"osrt","name":"both","pid":10,"tid":11,"args":{"range":{"ts":1,"name":"n","dur":"d","range":{"ts":2},"tid":[3]},"launch":{"ts":{"ts":4}}}}
{"ts":50,"dur":5,"type":"osrt","name":"deeper","pid":10,"tid":11,"args":{"a":{"corr":1,"launch":{"ts":2}},"b":[{"grid":[1]}]}}
EOF
