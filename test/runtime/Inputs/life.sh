# Prints output, file and exit code of each way to end the program: $1, a command.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for how in execl execvp execle exec-fails abort segv kill term "file out" late handler children pipe \
           system vfork input thread thread-exits last-thread closed; do
  echo "== $how"
  printf '1\n2\n' | TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=1 timeout 60 $1 $how 2> /dev/null > output
  code=$?
  # Children print in any order.
  sort output
  cat out 2> /dev/null
  echo "code=$code"
done
