nst-chrome <<'EOF'
{"ts":1}
EOF
