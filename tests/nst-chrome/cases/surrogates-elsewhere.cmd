printf '%b\n' '{"ts":1,"type":"m\\ud83d","name":"a","pid":10,"tid":11,"cname":"good","domain":"\0377","args":{"\0377":["\\ud83d\\ude00",{"\\udc00":"\0376"}]},"nvtx":["\\uD83D"]}' | nst-chrome
