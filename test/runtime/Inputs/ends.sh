# Runs the command with each way to end a program; prints output and code, without what says how many
# ranks and threads took part. abort: a shell reports 128 + 6 for a process of its own.
run() {
  echo "$1"
  printf 'a\nb\nc\n' | TILEPIPE_ALWAYS=1 $command $1 2>/dev/null > "$out"
  code=$?
  sed 's/ ranks=.*//' "$out"
  echo "code=$code"
}
command=$1
out=$(mktemp)
trap 'rm -f "$out"' EXIT
for way in return7 exit7 _exit7 _Exit7 quick7 abort badset input forked; do
  run $way
done
