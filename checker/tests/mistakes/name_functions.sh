#!/bin/sh
# name_functions.sh FOLDER BATCH.o GIVEN.o...
# The code that serves calls, and a lesson's given code, want the lesson's functions; BATCH.o has them once for
# each mistake, in the namespace mistake_<name>. Writes FOLDER/<name>.link for each mistake: linker options by which the
# wanted names mean that mistake's functions.
set -eu
folder=$1 batch=$2
shift 2
mkdir -p "$folder"

mangled_and_plain() {
    paste "$1" - <<END
$(c++filt < "$1")
END
}

nm --undefined-only "$@" | awk 'NF == 2 { print $2 }' | sort -u > "$folder/wanted"
nm --defined-only --extern-only "$batch" | awk '$2 == "T" { print $3 }' > "$folder/offered"
mangled_and_plain "$folder/wanted" > "$folder/wanted.names"
mangled_and_plain "$folder/offered" |
    awk -F '\t' -v folder="$folder" '
        NR == FNR { mangled[$2] = $1; next }
        match($2, /^mistake_[A-Za-z0-9_]+::/) {
            name = substr($2, 9, RLENGTH - 10)
            plain = substr($2, RLENGTH + 1)
            if (plain in mangled)
                print "-Wl,--defsym=" mangled[plain] "=" $1 > (folder "/" name ".link")
        }' "$folder/wanted.names" -
