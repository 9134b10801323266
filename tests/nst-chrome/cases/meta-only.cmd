nst-chrome <<'EOF'
{"ts":1,"type":"meta","name":"process","pid":10,"args":{"name":"python"}}
EOF
