nst-perfetto <<'EOF' | ../packets
{"ts":1,"dur":9223372036854775807,"type":"osrt","name":"endless","pid":10,"tid":11}
{"ts":9223372036854775806,"dur":9223372036854775807,"type":"osrt","name":"too","pid":10,"tid":11}
{"ts":9223372036854775807,"dur":0,"type":"osrt","name":"last","pid":10,"tid":11}
EOF
