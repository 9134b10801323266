# A range never closed takes its lane when it opens, and keeps it to the end.
nst-chrome --no-domains <<'EOF' | jq -r -f tracks.jq
{"ts":1000,"dur":5000,"type":"nvtx","name":"A","pid":10,"tid":11}
{"ts":2000,"open":true,"type":"nvtx","name":"B opens inside A","pid":10,"tid":11}
{"ts":3000,"dur":1000,"type":"nvtx","name":"C inside A","pid":10,"tid":11}
{"ts":5000,"dur":2000,"type":"nvtx","name":"D crosses A, inside B","pid":10,"tid":11}
{"ts":6000,"open":true,"type":"nvtx","name":"E opens when A is over","pid":10,"tid":11}
{"ts":7000,"open":true,"type":"nvtx","name":"F opens inside E","pid":10,"tid":11,"domain":"two"}
{"ts":8000,"dur":1000,"type":"nvtx","name":"G inside all","pid":10,"tid":11}
{"ts":8500,"dur":1000,"type":"nvtx","name":"H crosses G","pid":10,"tid":11}
{"ts":8600,"dur":11400,"type":"osrt","name":"the end","pid":10,"tid":12}
{"ts":9000,"type":"nvtx-mark","name":"mark","pid":10,"tid":11}
EOF
