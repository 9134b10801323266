nst-perfetto --min-activity '5' || echo $?
nst-perfetto --min-activity '101%' || echo $?
nst-perfetto --min-activity '1e1%' || echo $?
nst-perfetto --min-activity '-1%' || echo $?
nst-perfetto --min-activity '%' || echo $?
