#!/usr/bin/env bash
# All sections of api_streams or api_memory, each in a process of its own.
#
#     api_sections.sh PROGRAM      (the runtime that LD_LIBRARY_PATH finds answers)
for section in $("$1"); do
    printf '# %s\n' "$section"
    timeout 60 "$1" "$section" 2>/dev/null
    status=$?
    [ $status -eq 0 ] || printf 'ended with %s\n' "$status"
done
