#!/bin/sh
# Counts the tests that a run of ctest has skipped: skipped.sh RESULTS.xml, which ctest --output-junit writes.
# In CI (CI=true) a skip that is not in allowed_skips.txt beside this script is an error: exit code 1.
set -eu
allowed=$(dirname "$0")/allowed_skips.txt
names=$(sed -n 's/.*<testcase name="\([^"]*\)".* status="notrun".*/\1/p' "$1")
[ -n "$names" ] || exit 0
echo "Skipped: $(printf '%s\n' "$names" | wc -l) tests, so nothing is known of what they test:"
printf '%s\n' "$names" | sed 's/^/    /'
[ "${CI:-}" = true ] || exit 0
unexpected=$(printf '%s\n' "$names" | while read -r name; do
    grep -q "^$name  " "$allowed" || printf ' %s' "$name"
done)
[ -n "$unexpected" ] || exit 0
echo "In CI none of these may be skipped (checker/tests/allowed_skips.txt):$unexpected"
exit 1
