nst-chrome <<'EOF'
{"ts":1500,"type":"gpu-metric","name":"SM active","pid":10,"value":73.25}
{"ts":2500,"type":"gpu-metric","name":"SM active","pid":10,"value":0}
EOF
