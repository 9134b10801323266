# Half a pair at the very end of a name.
nst-chrome <<'EOF'
{"ts":1,"type":"meta","name":"process","pid":7,"args":{"name":"0123456789\ud83d"}}
{"ts":1,"dur":2,"type":"nvtx","name":"a","pid":7,"tid":7}
EOF
