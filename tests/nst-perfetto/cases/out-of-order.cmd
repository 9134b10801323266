# Time goes back by a difference that wraps.
nst-perfetto <<'EOF' | ../packets
{"ts":100,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":50,"dur":1,"type":"osrt","name":"b","pid":10,"tid":11}
{"ts":60,"type":"mark","name":"c","pid":10,"tid":11}
{"ts":40,"type":"mark","name":"d","pid":10,"tid":11}
EOF
