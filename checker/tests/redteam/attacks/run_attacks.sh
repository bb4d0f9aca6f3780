#!/bin/sh
# run_attacks.sh BUILD PROGRAMS [NAME...]
# Tries every attack of run/ and early/ (or those named) on its lesson: its verdict has to be one that the file
# allows, with no more points than it says and in time; nothing may be left running, nothing written outside,
# nothing told that is secret. With UNCONFINED=1, or where the system cannot confine a program, without a world
# of its own.
# Prints a row of docs/redteam.md for each. Exit code 77: lesson 03 is not built.
set -u
build=$(cd "$1" && pwd) programs=$(cd "$2" && pwd)
shift 2
here=$(cd "$(dirname "$0")" && pwd)
check=$build/lessons/03_square_port/check
[ -x "$check" ] || { echo "$check is not built"; exit 77; }
of_build() { sed -n "s/^[[:space:]]\{1,2\}\"$1\" : \"\(.*\)\",\{0,1\}\$/\1/p" "$build/lessons.json"; }
runtime=$(of_build virtual_runtime) toolkit=$(of_build cuda_libraries)
work=$(mktemp -d "${TMPDIR:-/tmp}/redteam.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

confine=--confine
if [ -n "${UNCONFINED:-}" ] || ! reason=$("$check" --can-confine); then
    echo "Without confinement. ${reason:-}"
    confine=
fi
points_of() { sed -n "/\"name\" : \"$1\"/,/\"points\"/s/^[[:space:]]*\"points\" : \([0-9]*\),.*/\1/p" "$build/lessons.json"; }
. "$here/attacks.sh"

field() { sed -n "s/^  \"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$1" | head -n 1; }

# Processes that have the marker in their environment, as the learner program and all that it starts do.
left_running() { grep -lzx "LANG=$1" /proc/[0-9]*/environ 2> /dev/null; }

try() {
    source=$1 name=$(basename "$1" .cu)
    [ -n "$confine" ] || [ "$(value "$source" Needs)" != confinement ] || return
    lesson=$(value "$source" Lesson)
    lesson=${lesson:-03_square_port}
    all=$(points_of "$lesson") most=$(value "$source" Points)
    if [ -z "$all" ]; then
        echo "$name is left out: there is no lesson $lesson here"
        return
    fi
    check=$build/lessons/$lesson/check program=$programs/attack_${lesson}_$name/learner
    expected=$(value "$source" Verdict) marker=redteam_$$_$name bad=0
    rm -rf "$work/place" "$work/result"
    mkdir "$work/place"
    # shellcheck disable=SC2046 # one word a variable
    (cd "$work/place" && env LANG="$marker" WORKBOOK_TIME_SCALE="$(scale "$expected")" WORKBOOK_HOST_MEMORY=512 \
        $(value "$source" Environment) \
        timeout -s KILL 150 "$check" --lesson "$lesson" --learner "$program" --points "$all" \
        --device virtual --vgpu-lib "$runtime" --cuda-lib "$toolkit" \
        --names "$programs/attacks_$lesson/$name.names" --seed 7 --result "$work/result" $confine \
        > "$work/text" 2>&1 < /dev/null)
    code=$?
    tried=$((tried + 1))
    verdict=$(field "$work/result" verdict 2> /dev/null)
    points=$(field "$work/result" points 2> /dev/null)
    [ "$code" = 1 ] || complain "exit code $code"
    allowed "$expected" "${verdict:-none}" || complain "the verdict is ${verdict:-none}, not $expected"
    [ "${verdict:-}" != passed ] || passed=$((passed + 1))
    awk "BEGIN { exit !(${points:-1000} <= ${most:-0}) }" || complain "${points:-no} points"
    if grep -aq SECRET "$work/text" "$work/result"; then complain "it saw what is secret"; fi
    if grep -aq BREACH "$work/text" "$work/result"; then complain "it did what no program may"; fi
    if grep -q "$(printf '\033')" "$work/text"; then complain "escapes reach the terminal"; fi
    if [ -n "$(ls -A "$work/place")" ] || ls /tmp/redteam_was_here* > /dev/null 2>&1; then
        # Without a world of its own a program may write where its user may.
        [ -z "$confine" ] ||
            complain "it wrote files: $(ls -A "$work/place" /tmp/redteam_was_here* 2> /dev/null)"
        rm -f /tmp/redteam_was_here*
    fi
    if [ -n "$(left_running "$marker")" ]; then
        left=$((left + 1))
        complain "left running: $(left_running "$marker")"
    fi
    echo "| $name | $(value "$source" Attack) | $verdict |"
    if [ $bad = 1 ]; then
        failed=$((failed + 1))
        cat "$work/text"
    fi
}

if [ $# -eq 0 ]; then
    for source in "$here"/run/*.cu "$here"/early/*.cu; do try "$source"; done
else
    for name in "$@"; do
        source=$(file_of "$name" run early) || exit
        try "$source"
    done
fi
sum_up attacks
