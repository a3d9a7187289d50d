# Runs "$@", which leaves the exit code of rank 0 in end.0, with one flipped bit after the other in faces, inputs and
# results; prints how many of them were flipped, and how many TILEPIPE_VERIFY noticed.
flipped=0 noticed=0
for kind in face livein owned; do
  for place in "0 0 0" "0 50 3" "0 100 7" "1 70 5"; do
    [ "$kind" = face ] || place="0 ${place#* }"
    rm -f end.0
    FLIP="$kind $place" timeout 60 "$@" > out 2> err
    code=$(cat end.0)
    grep -q '^flipped' err && flipped=$((flipped + 1))
    if [ "$code" = 1 ] && grep -q 'tilepipe: verification failed' err; then
      noticed=$((noticed + 1))
    else
      echo "not noticed: $kind $place, code $code"
    fi
  done
done
echo "flipped=$flipped noticed=$noticed"
