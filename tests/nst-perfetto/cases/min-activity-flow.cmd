# The call is hidden, and so is its arrow at the kernel; the other kernel has its own.
nst-perfetto --min-activity 20% <<'EOF' | ../packets | grep -v descriptor
{"ts":0,"dur":5,"type":"cuda-api","name":"hidden","pid":10,"tid":11,"corr":5}
{"ts":1,"dur":50,"type":"cuda-api","name":"seen","pid":10,"tid":12,"corr":6}
{"ts":20,"dur":40,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{}}
{"ts":60,"dur":40,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":6,"launch":{}}
EOF
