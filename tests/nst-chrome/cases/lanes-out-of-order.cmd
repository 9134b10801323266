# What comes too late in the stream shares no lane with what it may cross.
nst-chrome <<'EOF' | jq -r -f tracks.jq
{"ts":1000,"dur":1000,"type":"osrt","name":"A","pid":10,"tid":11}
{"ts":3000,"dur":1000,"type":"osrt","name":"B","pid":10,"tid":11}
{"ts":1500,"dur":1000,"type":"osrt","name":"C crosses A","pid":10,"tid":11}
{"ts":900,"dur":3000,"type":"osrt","name":"D crosses B and C","pid":10,"tid":11}
{"ts":3500,"dur":100,"type":"osrt","name":"E in B","pid":10,"tid":11}
{"ts":3500,"dur":100,"type":"osrt","name":"F in B","pid":10,"tid":11}
{"ts":3499,"dur":100,"type":"osrt","name":"G crosses E","pid":10,"tid":11}
EOF
