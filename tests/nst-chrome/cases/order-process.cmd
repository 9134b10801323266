# In a process: the main thread, then threads by number, those without one last; the kinds of each in their order; lanes behind their track.
nst-chrome <<'EOF' | jq -r -f order.jq
{"ts":1,"type":"meta","name":"thread","pid":10,"tid":10,"args":{"name":"main"}}
{"ts":1,"type":"meta","name":"thread","pid":10,"tid":9,"args":{"name":"zeta"}}
{"ts":1,"dur":9,"type":"mine","name":"x","pid":10}
{"ts":1,"dur":9,"type":"osrt","name":"x","pid":10,"tid":0}
{"ts":1,"dur":9,"type":"nvtx","name":"x","pid":10,"tid":11}
{"ts":1,"dur":9,"type":"nvtx","name":"x","pid":10,"tid":9}
{"ts":1,"dur":9,"type":"mine","name":"x","pid":10,"tid":10}
{"ts":1,"type":"sched","name":"sched-in","pid":10,"tid":10}
{"ts":1,"dur":9,"type":"osrt","name":"x","pid":10,"tid":10}
{"ts":1,"dur":9,"type":"cuda-sync","name":"x","pid":10,"tid":10}
{"ts":1,"dur":9,"type":"cuda-sync","name":"x","pid":10}
{"ts":1,"dur":9,"type":"cuda-api","name":"x","pid":10,"tid":10}
{"ts":1,"dur":9,"type":"nvtx","name":"x","pid":10,"tid":10}
{"ts":2,"dur":9,"type":"nvtx","name":"x","pid":10,"tid":10}
{"ts":2,"type":"nvtx-mark","name":"x","pid":10,"tid":10}
{"ts":2,"dur":9,"type":"cuda-api","name":"x","pid":10,"tid":11}
{"ts":3,"dur":9,"type":"nvtx","name":"x","pid":10,"tid":10}
{"ts":3,"dur":9,"type":"osrt","name":"x","pid":20,"tid":10}
{"ts":3,"dur":9,"type":"nvtx","name":"x","pid":20,"tid":2000}
{"ts":3,"dur":9,"type":"osrt","name":"x","pid":20,"tid":20}
EOF
