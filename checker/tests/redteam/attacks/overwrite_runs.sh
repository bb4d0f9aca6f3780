#!/bin/sh
# overwrite_runs.sh BUILD [COUNT] [FIRST]
# Runs run/overwrites_itself.cu COUNT times (1000), each time with another seed, from FIRST (1) on, and counts the
# verdicts. Not one may be "passed" or "grader_error", and every checker has to come to its end. By hand: some
# minutes. A run is repeated by its number.
set -u
build=$(cd "$1" && pwd) count=${2:-1000} first=${3:-1}
lesson=34_transpose_tiled
check=$build/lessons/$lesson/check
attacks=$build/checker/tests/redteam/attacks
program=$attacks/attack_${lesson}_overwrites_itself/learner names=$attacks/attacks_$lesson/overwrites_itself.names
for needed in "$check" "$program"; do
    [ -x "$needed" ] || { echo "$needed is not built"; exit 77; }
done
"$check" --can-confine || exit 77 # it is not to be let loose
of_build() { sed -n "s/^[[:space:]]\{1,2\}\"$1\" : \"\(.*\)\",\{0,1\}\$/\1/p" "$build/lessons.json"; }
runtime=$(of_build virtual_runtime) toolkit=$(of_build cuda_libraries)
work=$(mktemp -d "${TMPDIR:-/tmp}/redteam.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

bad=0 run=$first
while [ "$run" -lt $((first + count)) ]; do
    rm -f "$work/result"
    LANG=overwrite_$run WORKBOOK_TIME_SCALE=0.15 WORKBOOK_HOST_MEMORY=512 timeout -s KILL 120 "$check" \
        --lesson $lesson --learner "$program" --points 4 --device virtual --vgpu-lib "$runtime" \
        --cuda-lib "$toolkit" --names "$names" --seed "$run" --result "$work/result" --confine \
        > "$work/text" 2>&1 < /dev/null
    code=$?
    verdict=$(sed -n 's/^  "verdict": "\(.*\)",\{0,1\}$/\1/p' "$work/result" 2> /dev/null | head -n 1)
    echo "${verdict:-none}" >> "$work/verdicts"
    case $code:${verdict:-none} in
    1:passed | 1:grader_error | 1:none | [!1]*)
        bad=$((bad + 1))
        echo "run $run: ${verdict:-no verdict}, exit code $code"
        tail -n 20 "$work/text"
        ;;
    esac
    run=$((run + 1))
done
sort "$work/verdicts" | uniq -c | sort -rn
echo "$count runs, $bad not as they should be"
[ "$bad" = 0 ]
