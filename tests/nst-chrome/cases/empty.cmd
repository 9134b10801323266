nst-chrome <<'EOF'
EOF
