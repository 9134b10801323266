nst-chrome --labels <<'EOF'
{"ts":0,"type":"stream","format":1}
{"ts":0,"type":"end","events":0}
EOF
