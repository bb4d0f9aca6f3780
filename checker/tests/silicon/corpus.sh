#!/usr/bin/env bash
# What compute-sanitizer says of the fault corpus, on a machine that has a GPU:
#
#     corpus.sh BUILD_FOLDER > corpus.tsv      (of the dev preset, with corpus_faulty and corpus_correct)
#
# Tab separated: faulty or correct, the program, the tool, whether it agrees, and what it said first.
# For a faulty program it runs the tool that checker/tests/corpus/expected.tsv names ("-": it cannot see the
# fault, or the program would hang the GPU); for a correct one all four. JOBS of them at once.
set -u
build=$(cd "${1:?"usage: corpus.sh BUILD_FOLDER"}" && pwd)
root=$(cd "$(dirname "$0")/../../.." && pwd)
programs=$build/checker/tests/corpus
export LD_LIBRARY_PATH=${CUDA_LIBRARIES:-/usr/local/cuda/lib64}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# one HALF NAME TOOL...: a row of the table, in a file of its own so that rows do not mix.
one() {
    local half=$1 name=$2
    shift 2
    local out
    out=$(mktemp "$SCRATCH/XXXXXXXX")
    timeout -k 2 40 compute-sanitizer --tool "$@" --error-exitcode 99 "$PROGRAMS/corpus_$half" "$name" \
        >"$out" 2>&1
    local status=$? first agrees=no
    first=$(grep -E '^=========' "$out" |
        grep -m 1 -E 'Invalid|Race|hazard|Uninitialized|Barrier error|Error:|Program hit|Leaked|Double free|Host API|Stack|assert|hardware|deadlock' |
        sed 's/^=* *//' | tr '\t' ' ')
    if [ "$half" = faulty ]; then
        [ -n "$first" ] && agrees=yes
    else
        [ "$status" = 0 ] && agrees=yes
    fi
    [ "$status" = 124 ] && first="timed out; ${first:-nothing was said}"
    printf '%s\t%s\t%s\t%s\t%s\n' "$half" "$name" "$*" "$agrees" "${first:-nothing}" >"$out.row"
    rm -f "$out"
}
export -f one
export SCRATCH=$scratch PROGRAMS=$programs

{
    grep -v '^#' "$root/checker/tests/corpus/expected.tsv" |
        awk -F'\t' '$6 != "-" { print "faulty " $1 " " $6 }'
    "$programs/corpus_correct" --list | while read -r name; do
        for tool in memcheck racecheck initcheck synccheck; do echo "correct $name $tool"; done
    done
} | xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'one "$@"' one

printf '# half\tprogram\ttool\tagrees\tsaid\n'
cat "$scratch"/*.row | sort
