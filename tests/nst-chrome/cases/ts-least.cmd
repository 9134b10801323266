nst-chrome <<'EOF'
{"ts":-9223372036854775808,"dur":9223372036854775807,"type":"osrt","name":"first","pid":10,"tid":11}
{"ts":-9223372036854775807,"type":"nvtx-mark","name":"second","pid":10,"tid":11}
{"ts":-1,"dur":9223372036854775807,"type":"osrt","name":"third","pid":10,"tid":11}
EOF
