exec 3>&1
{ nst-perfetto; echo "status $?" >&3; } </dev/null | ../packets
