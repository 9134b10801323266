# What the event's own keys add, in this order.
nst-perfetto <<'EOF' | ../packets
{"ts":10,"dur":5,"type":"cuda-api","name":"cudaMemcpyAsync","pid":10,"tid":11,"corr":5}
{"ts":20,"dur":7,"type":"memcpy","name":"copy","pid":10,"device":0,"context":1,"stream":7,"corr":5,"value":3,"domain":"D","args":{"bytes":100,"kind":"Host-to-Device"},"launch":{"ts":10,"dur":5,"tid":11,"name":"cudaMemcpyAsync"},"nvtx":["outer","inner"]}
EOF
