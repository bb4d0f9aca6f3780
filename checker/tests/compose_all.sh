#!/bin/sh
# compose_all.sh FOLDER SOLUTION.cu DIFFERENCES.cu...
# Writes FOLDER/DIFFERENCES.cu for each: the whole program (compose.awk).
set -eu
here=$(dirname "$0")
folder=$1
solution=$2
shift 2
mkdir -p "$folder"
for file; do
    awk -f "$here/compose.awk" "$file" "$solution" > "$folder/${file##*/}"
done
