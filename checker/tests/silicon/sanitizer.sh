#!/usr/bin/env bash
# What compute-sanitizer says of the mistakes for which the virtual GPU reports a fault: the first call
# that goes wrong is recorded on the virtual GPU and replayed on the real one.
#
#     sanitizer.sh BUILD_FOLDER      (of the dev preset, built)
set -u
build=$1
root=$(cd "$(dirname "$0")/../../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# shellcheck disable=SC2013 # the paths have no blanks
for source in $(grep -l '^// Verdict: fault' "$root"/checker/tests/mistakes/*/*.cu); do
    lesson=$(basename "$(dirname "$source")")
    mistake=$(basename "$source" .cu)
    learner=$build/checker/tests/mistakes/mistake_${lesson}_$mistake/learner
    rm -f "$scratch/call"
    "$build/lessons/$lesson/check" --lesson "$lesson" --learner "$learner" --device virtual \
        --seed 20261120 --vgpu-lib "$build/vgpu/lib" --record "$scratch/call" >"$scratch/log" 2>&1
    printf '\n#### %s %s\n' "$lesson" "$mistake"
    printf 'virtual: %s\n' "$(grep -m 1 -E 'Invalid|Race|Uninitialized|Barrier error|misaligned' "$scratch/log")"
    [ -s "$scratch/call" ] || { echo "nothing was recorded"; continue; }
    for tool in memcheck racecheck initcheck synccheck; do
        LD_LIBRARY_PATH=/usr/local/cuda/lib64 timeout 60 compute-sanitizer --tool "$tool" \
            "$learner" --replay "$scratch/call" >"$scratch/said" 2>&1
        first=$(grep -m 1 -E '^========= .*(Invalid|Race|hazard|Uninitialized|Barrier error|Error:)' "$scratch/said")
        printf '%s: %s (%s)\n' "$tool" "${first:-nothing}" "$(grep -m 1 'SUMMARY' "$scratch/said" | sed 's/=* *//')"
    done
done
