#!/usr/bin/env bash
# What the programs of checker/tests/programs print on a real GPU.
#
#     programs.sh BUILD_FOLDER RESULTS_FOLDER [CUDA_LIBRARIES]
#
# Builds nothing: takes the programs that lie in BUILD_FOLDER (of the dev preset), four at a time and 30
# seconds each, and writes RESULTS_FOLDER/NAME.txt. Says which failed, printed on standard error, or
# printed something else than the repository's NAME.txt; exits with 1 if any did.
set -u
build=${1:?"usage: programs.sh BUILD_FOLDER RESULTS_FOLDER [CUDA_LIBRARIES]"}
results=${2:?"usage: programs.sh BUILD_FOLDER RESULTS_FOLDER [CUDA_LIBRARIES]"}
export LD_LIBRARY_PATH=${3:-/usr/local/cuda/lib64}
recorded=$(cd "$(dirname "$0")/../programs" && pwd)
mkdir -p "$results"
export results recorded

one() {
    name=$(basename "$1")
    timeout 30 "$1" >"$results/$name.txt" 2>"$results/$name.err"
    code=$?
    verdict=same
    cmp -s "$recorded/$name.txt" "$results/$name.txt" || verdict=differs
    [ -s "$results/$name.err" ] && verdict="$verdict, standard error: $(head -n 1 "$results/$name.err")"
    [ "$code" = 0 ] || verdict="ended with $code, $verdict"
    [ -s "$results/$name.err" ] || rm -f "$results/$name.err"
    printf '%s: %s\n' "$name" "$verdict"
}
export -f one

find "$build/checker/tests/programs" -maxdepth 1 -type f -perm -u+x -print0 | sort -z |
    xargs -0 -P 4 -I PROGRAM bash -c 'one PROGRAM' | sort | tee "$results/programs.log"
! grep -qv ': same$' "$results/programs.log"
