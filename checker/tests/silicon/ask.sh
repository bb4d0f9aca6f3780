#!/usr/bin/env bash
# Asks programs of questions (api_memory, driver_calls, ...) quickly, on a machine that has a GPU for a minute: sections beside
# each other, at most 20 seconds each, all of them twice, and what is there after each time is packed.
#
#     ask.sh RESULTS.tgz PROGRAM...
results=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ask() { # time program section
    {
        printf '# %s\n' "$3"
        timeout 20 "$2" "$3" 2>/dev/null
        status=$?
        [ $status -eq 0 ] || printf 'ended with %s\n' "$status"
    } >"$work/$1.$(basename "$2").$3"
}
export -f ask
export work
for time in 1 2; do
    for program in "$@"; do
        for section in $("$program"); do
            echo $time "$program" "$section"
        done
    done >"$work/list"
    xargs -P 5 -L 1 bash -c 'ask "$@"' _ <"$work/list"
    for program in "$@"; do
        name=$(basename "$program")
        for section in $("$program"); do cat "$work/$time.$name.$section"; done >"$work/$name.$time.txt"
    done
    (cd "$work" && tar -czf "$results" -- *.txt)
done
for program in "$@"; do
    name=$(basename "$program")
    cmp "$work/$name.1.txt" "$work/$name.2.txt"
done
