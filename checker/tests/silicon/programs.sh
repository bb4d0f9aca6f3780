#!/usr/bin/env bash
# What the programs of checker/tests/programs print on a real GPU.
#
#     programs.sh BUILD_FOLDER RESULTS_FOLDER [CUDA_LIBRARIES]
#
# Builds nothing: takes the programs of the tests program.* of BUILD_FOLDER (of the dev preset), four at a
# time and 30 seconds each, and writes RESULTS_FOLDER/NAME.txt. Says which failed, printed on standard error, or
# printed something else than the repository's NAME.txt; exits with 1 if any did.
set -u
build=${1:?"usage: programs.sh BUILD_FOLDER RESULTS_FOLDER [CUDA_LIBRARIES]"}
results=${2:?"usage: programs.sh BUILD_FOLDER RESULTS_FOLDER [CUDA_LIBRARIES]"}
export LD_LIBRARY_PATH=${3:-/usr/local/cuda/lib64}
recorded=$(cd "$(dirname "$0")/../programs" && pwd)
mkdir -p "$results"
export results recorded

one() {
    name=$1
    program=$2
    # shellcheck disable=SC2046 # a word or none
    timeout 30 "$program" $([ "$(basename "$program")" = "$name" ] || echo "$name") >"$results/$name.txt" 2>"$results/$name.err"
    code=$?
    verdict=same
    cmp -s "$recorded/$name.txt" "$results/$name.txt" || verdict=differs
    [ -s "$results/$name.err" ] && verdict="$verdict, standard error: $(head -n 1 "$results/$name.err")"
    [ "$code" = 0 ] || verdict="ended with $code, $verdict"
    [ -s "$results/$name.err" ] || rm -f "$results/$name.err"
    printf '%s: %s\n' "$name" "$verdict"
}
export -f one

# NAME and the file of its program, which several share.
programs() {
    ctest --test-dir "$build" -N -V -R '^program\.' |
        sed -n 's/.*"-DPROGRAM=\([^"]*\)".*"-DEXPECTED=.*\/\([a-z0-9_]*\)\.txt".*/\2 \1/p'
}
programs | sort | xargs -P 4 -L 1 bash -c 'one "$0" "$1"' | sort | tee "$results/programs.log"
! grep -qv ': same$' "$results/programs.log"
