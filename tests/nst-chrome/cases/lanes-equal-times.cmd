# Equal times are nested; what takes no time fits everywhere, and nothing crosses it.
nst-chrome <<'EOF' | jq -r -f tracks.jq
{"ts":1000,"dur":9,"type":"nvtx","name":"outer","pid":10,"tid":11}
{"ts":1000,"dur":9,"type":"nvtx","name":"same","pid":10,"tid":11}
{"ts":1000,"dur":5,"type":"nvtx","name":"inner","pid":10,"tid":11}
{"ts":1000,"dur":0,"type":"nvtx","name":"at the start","pid":10,"tid":11}
{"ts":1003,"dur":0,"type":"nvtx","name":"inside","pid":10,"tid":11}
{"ts":1003,"dur":2,"type":"nvtx","name":"after a point","pid":10,"tid":11}
{"ts":1009,"dur":0,"type":"nvtx","name":"at the end","pid":10,"tid":11}
{"ts":1009,"dur":1,"type":"nvtx","name":"next","pid":10,"tid":11}
{"ts":1010,"dur":0,"type":"nvtx","name":"point","pid":10,"tid":11}
{"ts":1010,"dur":0,"type":"nvtx","name":"same point","pid":10,"tid":11}
EOF
