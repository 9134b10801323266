nst-perfetto <<'EOF' | ../packets
{"ts":1,"type":"meta","name":"process","pid":10,"args":{"name":"p \ud83d\ude00 \"q\""}}
{"ts":1,"dur":1,"type":"osrt","name":"quote \" backslash \\ slash \/ \b\f\n\r\t","pid":10,"tid":11}
{"ts":2,"dur":1,"type":"osrt","name":"\u0041\u00e9\u20ac\ud83d\ude00 raw é€😀","pid":10,"tid":11}
{"ts":3,"dur":1,"type":"osrt","name":"NUL \u0000 inside","pid":10,"tid":11}
{"ts":4,"dur":1,"type":"osrt","name":"lone \ud83d and \ude00 \ud83dx","pid":10,"tid":11}
{"ts":5,"dur":1,"type":"osrt","name":"","pid":10,"tid":11}
{"ts":6,"dur":1,"pid":10,"tid":11}
{"ts":7,"dur":1,"type":"odd \"type\"","pid":10,"tid":11,"args":{"odd \u0022key\u0022":1}}
EOF
