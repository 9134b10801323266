# Ends come before begins at the same time, inner ends before outer ones, a point is over before what begins with it.
nst-perfetto <<'EOF' | ../packets
{"ts":10,"dur":10,"type":"nvtx","name":"outer","pid":10,"tid":11}
{"ts":10,"dur":10,"type":"nvtx","name":"same","pid":10,"tid":11}
{"ts":12,"dur":8,"type":"nvtx","name":"inner","pid":10,"tid":11}
{"ts":20,"dur":0,"type":"nvtx","name":"point","pid":10,"tid":11}
{"ts":20,"dur":1,"type":"nvtx","name":"next","pid":10,"tid":11}
EOF
