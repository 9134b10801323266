nst-chrome <<'EOF'
{"ts":1500,"type":"nvtx-mark","name":"loss","pid":10,"tid":11,"args":{"payload":2.5}}
EOF
