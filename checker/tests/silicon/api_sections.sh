#!/usr/bin/env bash
# The sections of a program of questions (api_streams, api_memory, ...), each in a process of its own.
#
#     api_sections.sh PROGRAM [SECTION...]      (the runtime that LD_LIBRARY_PATH finds answers)
program=$1
shift
# shellcheck disable=SC2048 # one word per section
for section in ${*:-$("$program")}; do
    printf '# %s\n' "$section"
    timeout 60 "$program" "$section" 2>/dev/null
    status=$?
    [ $status -eq 0 ] || printf 'ended with %s\n' "$status"
done
