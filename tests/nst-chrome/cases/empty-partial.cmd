nst-chrome --partial <<'EOF'
EOF
