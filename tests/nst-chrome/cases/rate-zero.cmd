# The rate of no bytes is 0.
nst-chrome <<'EOF' | grep -o '{"bytes".*'
{"ts":1,"dur":1000,"type":"memset","name":"m","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":0}}
EOF
