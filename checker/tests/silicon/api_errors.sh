#!/usr/bin/env bash
# All questions of api_errors, each fault in a process of its own.
#
#     api_errors.sh PROGRAM      (the runtime that LD_LIBRARY_PATH finds answers)
for fault in "" null far misaligned trap; do
    printf '# %s\n' "${fault:-no fault}"
    "$1" $fault 2>/dev/null
done
