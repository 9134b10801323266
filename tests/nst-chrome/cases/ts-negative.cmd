nst-chrome <<'EOF'
{"ts":-1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":-1000,"dur":999,"type":"osrt","name":"b","pid":10,"tid":11}
{"ts":-1234567,"dur":1,"type":"osrt","name":"c","pid":10,"tid":11}
EOF
