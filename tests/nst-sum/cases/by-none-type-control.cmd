# A type of any bytes stays on its line, as names do.
printf '{"ts":0,"dur":5,"type":"a\\u001b[2J\\n\370","name":"b"}\n' | nst-sum --by none
