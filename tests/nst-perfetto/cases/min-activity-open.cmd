# A range never closed covers all from its start on, also what is inside: 60 ns of the one, 59 of the other.
nst-perfetto --min-activity 99% <<'EOF' | ../packets | grep -o ' name: "[a-z ]*"'
{"ts":0,"dur":1,"type":"osrt","name":"first","pid":10,"tid":12}
{"ts":40,"type":"nvtx","name":"enough","pid":10,"tid":11,"open":true}
{"ts":41,"type":"nvtx","name":"too little","pid":10,"tid":12,"open":true}
{"ts":50,"dur":10,"type":"nvtx","name":"inside","pid":10,"tid":11}
{"ts":50,"dur":10,"type":"nvtx","name":"inside the other","pid":10,"tid":12}
{"ts":99,"dur":1,"type":"osrt","name":"last","pid":10,"tid":12}
EOF
