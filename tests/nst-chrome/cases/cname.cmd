nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"cname":"thread_state_running"}
{"ts":2,"type":"nvtx-mark","name":"b","pid":10,"tid":11,"cname":"good"}
EOF
