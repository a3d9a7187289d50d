# Runs ./$1 on two ranks and compares with the file `expected`; its region must have run on both.
program=$1
shift
TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=1 "$@" -np 2 "./$program" > "$program.out" 2> "$program.err" || { cat "$program.err"; exit 1; }
cmp "$program.out" expected && grep -q 'region=sweep .* ran=1 .* ranks=2' "$program.err"
