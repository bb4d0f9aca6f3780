#!/bin/sh
# copy_programs.sh PROGRAM PREFIX SUFFIX NAME...
# PROGRAM is linked with choose_functions.sh's choice.cpp, made for these names in this order. Writes for each name a
# program PREFIX<name>SUFFIX, a copy with its functions chosen.
set -eu
program=$1 prefix=$2 suffix=$3
shift 3
mark='workbook: which program'
at=$(grep -obUaF "$mark" "$program" | cut -d : -f 1)
case $at in *[!0-9]* | '') echo "$program has not one choice: '$at'" >&2; exit 1 ;; esac
number=0
for name in "$@"; do
    copy=$prefix$name$suffix
    mkdir -p "${copy%/*}"
    cp "$program" "$copy.new"
    # shellcheck disable=SC2059 # two bytes, the lower one first
    printf "$(printf '\\%03o\\%03o' $((number % 256)) $((number / 256)))" |
        dd of="$copy.new" bs=1 seek=$((at + 24)) conv=notrunc status=none
    mv "$copy.new" "$copy"
    number=$((number + 1))
done
