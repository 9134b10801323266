# Files that people mistake for a stream.
printf 'SQLite format 3\0\020\0' | nst-link
echo $?
printf 'NVIDIA Tegra Profiler Report 1.' | nst-link
echo $?
