# Runs "$@", an mpirun of the program $NAME, and sends signal $SIGNAL to rank $RANK once the program has
# said "first". Prints the code, whether all ended quickly, and what was said. Quickly is 5 s on a machine at
# rest: 50 looks ($LOOKS) that take a tenth of a second each, and longer where processes have to wait for a core.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
timeout -s KILL 60 "$@" > "$folder/output" 2>&1 &
run=$!
for try in $(seq 200); do
  sleep 0.1
  grep -q '^first' "$folder/output" && break
done
sleep 0.5
for process in $(pgrep -x "$NAME"); do
  tr '\0' '\n' < "/proc/$process/environ" | grep -qxE "(OMPI_COMM_WORLD|PMI)_RANK=$RANK" && kill -"$SIGNAL" "$process"
done
quick=0
for look in $(seq ${LOOKS:-50}); do
  if ! ps -p $run > "$folder/look"; then
    quick=1
    break
  fi
  sleep 0.1
done
wait $run
echo "code=$?"
echo "quick=$quick"
cat "$folder/output"
for process in $(pgrep -x "$NAME"); do
  kill -KILL "$process"
done
