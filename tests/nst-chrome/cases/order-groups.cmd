# GPUs by number, then processes by name, the shorter first, then by pid.
nst-chrome <<'EOF' | jq -r -f order.jq
{"ts":1,"type":"meta","name":"process","pid":30,"args":{"name":"python"}}
{"ts":1,"type":"meta","name":"process","pid":40,"args":{"name":"python"}}
{"ts":1,"type":"meta","name":"process","pid":9,"args":{"name":"python"}}
{"ts":1,"type":"meta","name":"process","pid":50,"args":{"name":"pytho"}}
{"ts":1,"type":"meta","name":"process","pid":60,"args":{"name":"python3"}}
{"ts":1,"type":"meta","name":"process","pid":70,"args":{"name":"a"}}
{"ts":1,"type":"meta","name":"process","pid":80,"args":{"name":"Z"}}
{"ts":1,"type":"meta","name":"process","pid":90,"args":{"name":"é"}}
{"ts":1,"type":"meta","name":"device","pid":30,"device":10,"args":{"name":"A"}}
{"ts":1,"type":"meta","name":"device","pid":30,"device":2,"args":{"name":"B"}}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":90,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":40,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":30,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":9,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":60,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":70,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":100,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":80,"tid":1}
{"ts":1,"dur":1,"type":"osrt","name":"x","pid":50,"tid":1}
{"ts":2,"dur":1,"type":"kernel","name":"x","pid":30,"device":10,"stream":7}
{"ts":2,"dur":1,"type":"kernel","name":"x","pid":30,"device":-1,"stream":7}
{"ts":2,"dur":1,"type":"kernel","name":"x","pid":30,"device":2,"stream":7}
{"ts":2,"dur":1,"type":"kernel","name":"x","pid":30,"stream":7}
EOF
