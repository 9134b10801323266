printf '{"ts":1,"dur":1,"type":"osrt","name":"\377a\303( \300\200 \355\240\200 \360\237\230","pid":10,"tid":11}\n' | nst-chrome
