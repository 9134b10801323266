# A header promises order: what comes before the first event all the same is an error.
nst-chrome <<'EOF'
{"ts":0,"type":"stream","format":1}
{"ts":5,"dur":5,"type":"osrt","name":"first","pid":10,"tid":11}
{"ts":-5,"dur":5,"type":"osrt","name":"late","pid":10,"tid":12}
{"ts":6,"type":"end","events":2}
EOF
