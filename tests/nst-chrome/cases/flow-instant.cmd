# A call without a duration has no arrow, and takes none from an older or a later call with its id.
nst-chrome <<'EOF' | jq -r -f flows.jq
{"ts":1,"dur":2,"type":"cuda-api","name":"old","pid":10,"tid":11,"corr":7}
{"ts":10,"type":"cuda-api","name":"new","pid":10,"tid":12,"corr":7}
{"ts":20,"dur":5,"type":"kernel","name":"of the new one","pid":10,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":10,"tid":12,"name":"new"}}
{"ts":30,"dur":5,"type":"cuda-api","name":"newest","pid":10,"tid":12,"corr":7}
{"ts":40,"dur":5,"type":"kernel","name":"of the newest","pid":10,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":30,"dur":5,"tid":12,"name":"newest"}}
EOF
