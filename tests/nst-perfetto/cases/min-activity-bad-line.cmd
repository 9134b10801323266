# What is wrong is said once.
exec 3>&1
{ nst-perfetto --min-activity 1%; echo "status $?" >&3; } <<'EOF' | ../packets
{"ts":5,"dur":5,"type":"nvtx","name":"a","pid":10,"tid":11}
{"ts":6,"dur":5.5}
EOF
