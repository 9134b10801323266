nst-chrome <<'EOF' | jq -r '.[] | select(.ph == "M" and (.name | endswith("_name"))) | .args.name'
{"ts":1,"type":"meta","name":"process","pid":10,"args":{"name":"python"}}
{"ts":3,"type":"meta","name":"device","pid":10,"device":1,"args":{"name":"H100"}}
{"ts":3,"type":"meta","name":"device","pid":10,"device":0,"args":{"name":"A100","uuid":"u"}}
{"ts":3,"type":"meta","name":"stream","pid":10,"device":1,"context":1,"stream":7,"args":{"default":true}}
{"ts":3,"type":"meta","name":"stream","pid":10,"device":1,"context":1,"stream":20,"args":{"default":false}}
{"ts":3,"dur":1,"type":"kernel","name":"d","pid":10,"device":1,"context":1,"stream":7}
{"ts":4,"dur":1,"type":"memcpy","name":"e","pid":10,"device":1,"context":1,"stream":20}
{"ts":5,"dur":1,"type":"kernel","name":"f","pid":20,"device":0,"context":1,"stream":7}
{"ts":6,"dur":1,"type":"kernel","name":"g","pid":10,"device":2,"context":3,"stream":7}
EOF
