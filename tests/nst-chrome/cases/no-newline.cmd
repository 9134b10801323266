printf '{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11}' | nst-chrome
