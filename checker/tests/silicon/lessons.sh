#!/usr/bin/env bash
# Every solution, stub and mistake on the GPU and on the virtual GPU, side by side.
#
#     lessons.sh BUILD_FOLDER      (of the dev preset, built)
#
# Prints a table, tab separated: lesson, program, expected verdict, on the GPU, on the virtual GPU. What
# the checkers said on the GPU goes to standard error.
set -u
build=$1
root=$(cd "$(dirname "$0")/../../.." && pwd)
programs=$build/checker/tests/mistakes
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

field() { # of the outermost object of a JSON file
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$1" "$2"
}
tracer=$(field "$build/lessons.json" tracer)

verdict() { # lesson learner device
    rm -f "$scratch/result.json"
    "$build/lessons/$1/check" --lesson "$1" --learner "$2" --device "$3" --seed 20261120 \
        --vgpu-lib "$build/vgpu/lib" --cuda-lib /usr/local/cuda/lib64 \
        --tracer "$tracer" --result "$scratch/result.json" >"$scratch/log" 2>&1
    field "$scratch/result.json" verdict 2>/dev/null
}

printf 'lesson\tprogram\texpected\tGPU\tvirtual GPU\n'
for folder in "$programs"/*/; do
    target=$(basename "$folder")
    [ -x "$folder/learner" ] || continue
    lesson=$(printf '%s' "$target" | sed -E 's/^(solution|stub|mistake)_//')
    case $target in
    solution_*) program=solution expected=passed ;;
    stub_*) program=stub expected='not passed' ;;
    mistake_*)
        for known in "$build"/lessons/*/; do
            known=$(basename "$known")
            case $target in "mistake_${known}_"*) lesson=$known ;; esac
        done
        program=${target#"mistake_${lesson}_"}
        source=$root/checker/tests/mistakes/$lesson/$program.cu
        expected=$(sed -n 's|^// Verdict: ||p' "$source")
        grep -q '^// Only: virtual' "$source" && expected="$expected (virtual only)"
        ;;
    *) continue ;;
    esac
    on_gpu=$(verdict "$lesson" "$folder/learner" gpu)
    { printf '\n#### %s %s on the GPU: %s\n' "$lesson" "$program" "$on_gpu"; cat "$scratch/log"; } >&2
    on_virtual=$(verdict "$lesson" "$folder/learner" virtual)
    printf '%s\t%s\t%s\t%s\t%s\n' "$lesson" "$program" "$expected" "${on_gpu:-none}" "${on_virtual:-none}"
done
