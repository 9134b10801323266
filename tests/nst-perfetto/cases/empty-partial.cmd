nst-perfetto --partial </dev/null | ../packets
