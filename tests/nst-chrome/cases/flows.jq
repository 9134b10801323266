# Each slice with the calls that its arrow leaves from.
(map(select(.flow_out)) | group_by(.bind_id) | map({key: "\(.[0].bind_id)", value: (map(.name) | join(" + "))}) | from_entries) as $calls
| .[] | select(.ph == "X") | [.name, if .flow_out then "out" else empty end, if .flow_in then "in" else empty end, $calls["\(.bind_id)"] // empty] | @tsv
