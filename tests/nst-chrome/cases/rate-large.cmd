# The rate of many gigabytes.
nst-chrome <<'EOF' | grep -o '{"bytes".*'
{"ts":1,"dur":1000000000,"type":"memcpy","name":"m","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":85899345920}}
{"ts":1000000001,"dur":1000000000000,"type":"memset","name":"m","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":9007199254740993}}
EOF
