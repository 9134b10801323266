# An event that begins with its step and is longer comes before it in the stream.
nst-step --partial <<'EOF'
{"ts":0,"dur":5,"type":"osrt","name":"before","pid":1,"tid":2}
{"ts":10,"dur":90,"type":"osrt","name":"longer","pid":1,"tid":2}
{"ts":10,"dur":90,"type":"osrt","name":"another process","pid":2,"tid":2}
{"ts":10,"dur":40,"type":"nvtx","name":"step 4","pid":1,"tid":1}
{"ts":10,"dur":3,"type":"osrt","name":"shorter","pid":1,"tid":2}
{"ts":12,"dur":3,"type":"kernel","name":"k","pid":1,"device":0,"corr":1,"launch":{"ts":10,"dur":1,"tid":1,"name":"c"}}
{"ts":50,"dur":90,"type":"osrt","name":"in the next","pid":1,"tid":2}
{"ts":50,"dur":40,"type":"nvtx","name":"step 5","pid":1,"tid":1}
EOF
