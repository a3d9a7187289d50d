# Runs "$@", an mpirun of the program $NAME, and sends signal $SIGNAL to rank $RANK once the program has
# said "first". Prints the code, whether it ended quickly, and what was said.
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
  tr '\0' '\n' < "/proc/$process/environ" | grep -qx "OMPI_COMM_WORLD_RANK=$RANK" && kill -"$SIGNAL" "$process"
done
start=$(date +%s)
wait $run
echo "code=$?"
echo "quick=$(($(date +%s) - start <= 5))"
cat "$folder/output"
for process in $(pgrep -x "$NAME"); do
  kill -KILL "$process"
done
