nst-chrome --kineto --array </dev/null
