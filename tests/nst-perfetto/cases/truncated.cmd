exec 3>&1
{ nst-perfetto; echo "status $?" >&3; } <<'EOF' | ../packets
{"ts":5,"type":"stream","format":1}
{"ts":5,"dur":5,"type":"nvtx","name":"a","pid":10,"tid":11}
EOF
