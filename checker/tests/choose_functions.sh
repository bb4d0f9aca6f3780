#!/bin/sh
# choose_functions.sh FOLDER BATCH.o NAME... -- GIVEN.o...
# The code that serves calls, and a lesson's given code, want the lesson's functions; BATCH.o has them once for each
# NAME, in the namespace mistake_<name>, or for several, in the namespace that FOLDER/<name>.names has them in
# (write_batch.py). Writes FOLDER/choice.cpp: linked with all of these it makes
# one program, in which a number says whose functions the wanted names mean; copy_programs.sh sets it. Writes
# FOLDER/missing, a line for each NAME that lacks a function which others have and which is not wanted weakly.
set -eu
folder=$1 batch=$2
shift 2
mkdir -p "$folder"
names=''
while [ "$1" != -- ]; do
    names="$names $1"
    shift
done
shift

mangled_and_plain() {
    paste "$1" - <<END
$(c++filt < "$1")
END
}

nm --undefined-only "$@" | awk 'NF == 2 { print $2 }' | sort -u > "$folder/wanted"
nm --undefined-only "$@" | awk 'NF == 2 && $1 == "w" { print $2 }' > "$folder/wanted_weakly"
nm --defined-only --extern-only "$batch" | awk '$2 == "T" { print $3 }' > "$folder/offered"
mangled_and_plain "$folder/wanted" > "$folder/wanted.names"
mangled_and_plain "$folder/offered" |
    awk -F '\t' -v names="$names" -v folder="$folder" '
        FILENAME ~ /wanted_weakly$/ { weakly[$1]; next }
        FILENAME ~ /wanted.names$/ { mangled[$2] = $1; next }
        match($2, /^[A-Za-z0-9_]+::/) {
            plain = substr($2, RLENGTH + 1)
            if (plain in mangled) {
                of[substr($2, 1, RLENGTH), plain] = $1
                offered[plain]
            }
        }
        # The function of a program: in the namespace of its own, or of the solution where it shares the name.
        function function_of(name, plain,    called) {
            called = plain
            sub(/[[(].*/, "", called) # [abi:cxx11]
            if (("mistake_" name "::", plain) in of) return of["mistake_" name "::", plain]
            if ((name, called) in shared) return of[shared[name, called], plain]
        }
        END {
            missing = folder "/missing"
            printf "" > missing
            count = split(names, name, " ")
            for (i = 1; i <= count; ++i) {
                list = folder "/" name[i] ".names"
                while ((getline line < list) > 0)
                    if (at = index(line, "::")) shared[name[i], substr(line, at + 2)] = substr(line, 1, at + 1)
                close(list)
            }
            print "// Written by choose_functions.sh."
            print "// The resolver of each wanted function runs when the program is loaded."
            print "#pragma GCC visibility push(hidden) // their addresses are wanted before there is a table of them"
            print "extern \"C\" {"
            print "struct Choice {\n    char mark[24];\n    unsigned number;\n};"
            print "volatile Choice workbook_choice = {\"workbook: which program\", 0};"
            print "static void nothing() {}"
            for (plain in offered) {
                wanted = mangled[plain]
                body = ""
                for (i = 1; i <= count; ++i)
                    if (meant = function_of(name[i], plain)) {
                        print "void " meant "();"
                        body = body "    case " i - 1 ": return " meant ";\n"
                    } else if (!(wanted in weakly))
                        print name[i] > missing
                print "using Function" ++number " = void();"
                print "static Function" number "* choose_" number "() {\n    switch (workbook_choice.number) {"
                print body "    default: return nothing;\n    }\n}"
                print "void " wanted "() __attribute__((ifunc(\"choose_" number "\")));"
            }
            print "}"
        }' "$folder/wanted_weakly" "$folder/wanted.names" - > "$folder/choice.cpp"
