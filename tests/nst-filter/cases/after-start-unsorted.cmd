# The start of an unsorted stream is unknown.
nst-filter --partial --from +5ns <<'EOF'
{"ts":10,"dur":1,"type":"osrt","name":"a"}
{"ts":20,"dur":1,"type":"osrt","name":"b"}
{"ts":3,"dur":1,"type":"osrt","name":"c"}
EOF
