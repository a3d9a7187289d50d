# ended.sh NAME COMMAND...: runs the command; NAME.RANK holds its exit code.
name=$1.$OMPI_COMM_WORLD_RANK
shift
"$@"
code=$?
echo $code > "$name"
exit $code
