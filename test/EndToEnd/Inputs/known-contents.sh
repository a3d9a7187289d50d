#!/bin/sh
# known-contents.sh COMPILER PROGRAM PREFIX: builds PROGRAM with COMPILER alone and with tilepipe-cc, and compares what they
# print, where regions run and where they decline.
set -e
off=
[ "$1" = gcc ] && off=-ffp-contract=off
for level in -O2 -O3; do
    $1 $level $off "$2" -o "$3.seq" -lm
    TILEPIPE_BACKEND=$1 tilepipe-cc $level --tp-no-verify "$2" -o "$3.par" -lm
    "$3.seq" > "$3.expected"
    for threads in 1 3; do
        OMP_NUM_THREADS=$threads TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 "$3.par" > "$3.got" 2> "$3.stats"
        diff "$3.expected" "$3.got"
        grep -c ' ran=[1-9]' "$3.stats"
    done
    OMP_NUM_THREADS=1 "$3.par" > "$3.got"
    diff "$3.expected" "$3.got"
done
