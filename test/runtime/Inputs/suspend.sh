# Runs "$@", which has said "first" on stderr when its regions begin; stops the processes called $2 for $1 seconds then.
seconds=$1 name=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
SUSPENDED=$$ timeout -s KILL 100 "$@" 2> "$folder/errors" &
run=$!
for try in $(seq 200); do
  sleep 0.1
  grep -q '^first' "$folder/errors" && break
done
sleep 0.3
ours=
for process in $(pgrep -x "$name"); do
  tr '\0' '\n' < "/proc/$process/environ" | grep -qx "SUSPENDED=$$" && ours="$ours $process"
done
[ -n "$ours" ] || echo "nothing to stop"
kill -STOP $ours
sleep "$seconds"
kill -CONT $ours
wait $run
code=$?
cat "$folder/errors" >&2
exit $code
