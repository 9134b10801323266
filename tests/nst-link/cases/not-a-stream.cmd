# Files that people mistake for a stream.
printf 'SQLite format 3\0\020\0' | nst-link
echo $?
echo '{"ts":1}' | gzip -n | nst-link
echo $?
