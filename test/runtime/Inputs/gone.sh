# gone.sh COMMAND...: runs the command, an mpirun of a program whose ranks are started by child.sh, and kills those that have
# started the ranks, once the program has said "first". mpirun is stopped meanwhile, and ends nothing. What the ranks say goes to
# files of their own.
"$@" > output 2>&1 &
run=$!
look() { # look FILE WORD: waits until it is there
  for try in $(seq 300); do
    grep -q "$2" "$1" 2> errors && return
    sleep 0.1
  done
}
look output first
kill -STOP $run
kill -KILL $(cat parent.0 parent.1)
look said.0 gone
look said.1 gone
kill -KILL $run
wait $run
cat said.0 said.1
