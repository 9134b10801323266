# At 10% of the busiest thread's 100 ns a row with 9 ns is idle, one with 10 ns is not; nested slices count once, and instants not at all.
nst-perfetto --min-activity 10% <<'EOF' | ../packets
{"ts":1000,"dur":10,"type":"osrt","name":"just enough","pid":10,"tid":11}
{"ts":1000,"dur":100,"type":"osrt","name":"busiest","pid":10,"tid":13}
{"ts":1002,"dur":8,"type":"osrt","name":"too short","pid":10,"tid":12}
{"ts":1003,"dur":5,"type":"osrt","name":"inside","pid":10,"tid":12}
{"ts":1008,"dur":1,"type":"osrt","name":"inside too","pid":10,"tid":12}
{"ts":1010,"dur":0,"type":"osrt","name":"point","pid":10,"tid":12}
{"ts":1050,"dur":1,"type":"osrt","name":"one more","pid":10,"tid":12}
{"ts":1060,"type":"nvtx-mark","name":"mark","pid":10,"tid":11}
{"ts":1070,"type":"memory","name":"used","pid":10,"value":5}
{"ts":1090,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7}
EOF
