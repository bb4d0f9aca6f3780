#!/bin/sh
# both_ways.sh BUILD PROGRAMS
# Each right program has to pass in its lesson's check, and with the same verdict as a submission that `workbook
# grade` compiles and confines. Exit code 77: this system cannot confine, so grade refuses.
set -u
build=$(cd "$1" && pwd) programs=$2
here=$(cd "$(dirname "$0")" && pwd)
of_build() { sed -n "s/^  \"$1\": \"\(.*\)\",\{0,1\}\$/\1/p" "$build/lessons.json"; }
course=$(of_build root) runtime=$(of_build virtual_runtime) toolkit=$(of_build cuda_libraries)
work=$(mktemp -d "${TMPDIR:-/tmp}/accepted.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
"$build/lessons/03_square_port/check" --can-confine || exit 77

failed=0 tried=0
complain() {
    echo "$lesson/$name: $1"
    cat "$2"
    failed=$((failed + 1))
}
for source in "$here"/[0-9]*/*.cu; do
    name=$(basename "$source" .cu) folder=$(dirname "$source")
    lesson=$(basename "$folder")
    stub=$(sed -n "s|^ *\"stub\": \"$course/\(exercises/[^\"]*/$lesson/[^\"]*\)\",|\1|p" "$build/lessons.json")
    [ -n "$stub" ] || continue
    tried=$((tried + 1))
    "$build/lessons/$lesson/check" --lesson "$lesson" --learner "$programs/accepted_${lesson}_$name/learner" \
        --points 3 --device virtual --vgpu-lib "$runtime" --cuda-lib "$toolkit" --namespace "mistake_$name" \
        --seed 7 --result "$work/result" > "$work/text" 2>&1
    home=$(sed -n 's/^ *"verdict": "\([a-z_]*\)",$/\1/p' "$work/result" | head -n 1)
    [ "$home" = passed ] || complain "check says ${home:-nothing}" "$work/text"
    rm -rf "$work/submission"
    mkdir -p "$work/submission/$(dirname "$stub")"
    cp "$source" "$work/submission/$stub"
    "$build/bin/workbook" --build "$build" --device virtual grade "$lesson" --submission "$work/submission" \
        --format json > "$work/report" 2> "$work/text"
    graded=$(sed -n 's/^ *"verdict": "\([a-z_]*\)",$/\1/p' "$work/report" | head -n 1)
    [ "$graded" = "$home" ] || complain "grade says ${graded:-nothing}, check $home" "$work/report"
    echo "$lesson/$name: $home, $graded"
done
echo "$tried programs, $failed not as they should be"
[ $failed = 0 ] && [ $tried -gt 0 ]
