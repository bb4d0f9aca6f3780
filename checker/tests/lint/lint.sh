#!/bin/sh
# Looks through the sources without building them: lint.sh heads | format | shell | tidy [BUILD [all]]
#
#   heads    each source says in its first line what it is for, or the header of its name does
#   format   clang-format, with .clang-format
#   shell    shellcheck, with .shellcheckrc
#   tidy     clang-tidy, with .clang-tidy, on what CMake compiles in BUILD (build/dev). Without "all": an eighth of those
#            sources that are compiled several at once, and an eighth of the others, a minute on two cores: which
#            one depends on the commit, so that commits take turns; and what differs from the main branch, where that
#            is known. With "all" each of them, half an hour.
#
# Exit code 77 if the tool is not there: ./workbook setup --with-tests installs it.
set -eu
cd "$(dirname "$0")/../../.."

missing() {
    echo "skipped: $1. ./workbook setup --with-tests installs it."
    exit 77
}

# tool NAME VERSION: the one with its version in its name, or the plain one of that version. Others lay out otherwise,
# or do not know the language as GCC has it.
tool() {
    for candidate in "$1-$2" "$1"; do
        if "$candidate" --version 2>/dev/null | grep -q "version $2\."; then
            echo "$candidate"
            return
        fi
    done
}

# Not laid out by clang-format:
#   mistakes, accepted     parts of files, which it takes for whole ones
#   exercises, solutions   .cu: laid out for the reader, the cases of a switch side by side for instance
#   checker/tests          .cu: marks at the end of a line say what is expected of it, and a question is a line
format() {
    clang_format=$(tool clang-format 14)
    [ -n "$clang_format" ] || missing "there is no clang-format 14"
    git ls-files '*.cpp' '*.hpp' '*.cu' | grep -v -E \
        -e '^checker/tests/(mistakes|accepted)/' -e '^(exercises|solutions|checker/tests)/.*\.cu$' |
        xargs "$clang_format" --dry-run -Werror
}

# Not those whose lines are counted (.cu of tests), and parts of files.
heads() {
    without=$(
        git ls-files '*.cpp' '*.hpp' '*.cu' |
            grep -v -E -e '^checker/tests/(mistakes|accepted)/' -e '^checker/tests/.*\.cu$' |
            while IFS= read -r source; do
                case $(head -qc 2 "$source" "${source%.*}.hpp" 2>/dev/null) in *//*) ;; *) echo "$source" ;; esac
            done
    )
    [ -z "$without" ] || {
        printf 'the first line is to say, as a comment, what the file is for:\n%s\n' "$without"
        return 1
    }
}

shell() {
    command -v shellcheck >/dev/null || missing "there is no shellcheck"
    git ls-files '*.sh' workbook .ci/run | xargs shellcheck
}

# engine/processor.cpp asks for features of processors by names that GCC alone knows.
sources_of() {
    sed -n 's/^ *"file": "\(.*\)".*/\1/p' "$1/compile_commands.json" | sort -u | grep -E '\.(cpp|cxx)$' |
        grep -v -E '/(exercises|lessons)/|/checker/tests/|cmake_pch|/engine/processor.cpp'
}

# The sources on its input that are looked through this time: an eighth of the united ones, which take longer,
# and of the others.
in_turn() {
    parts=8
    [ "$1" != all ] || parts=1
    awk -v parts="$parts" -v turn="$(checker/tests/turn.sh "$parts")" '(/Unity/ ? united++ : others++) % parts == turn'
}

# The sources that differ from where this branch left the main one; none where no main branch is known.
changed() {
    for main in origin/main main; do
        base=$(git merge-base HEAD "$main" 2>/dev/null) || continue
        git diff --name-only --diff-filter=d "$base" -- '*.cpp'
        return
    done
}

# From the sources on its input those that changed() names, or that unite one of them. The first ten: a branch that has
# touched half of the sources is looked through in turns, as all are.
touched() {
    changed=$(changed | sed "s|^|$PWD/|")
    while [ -n "$changed" ] && IFS= read -r source; do
        case $source in
        */Unity/*) printf '%s\n' "$changed" | grep -qF -f - "$source" || continue ;;
        *) printf '%s\n' "$changed" | grep -qxF "$source" || continue ;;
        esac
        echo "$source"
    done | head -n 10
}

tidy() {
    build=${1:-build/dev}
    clang_tidy=$(tool clang-tidy 16)
    [ -n "$clang_tidy" ] || missing "there is no clang-tidy 16"
    [ -f "$build/compile_commands.json" ] || missing "$build has no compile_commands.json"
    # Without what only GCC understands: its precompiled headers, and two options.
    commands=$(mktemp -d)
    trap 'rm -rf "$commands"' EXIT
    sed -E -e 's/ -Winvalid-pch| -m(move|store)-max=[0-9]+//g' -e 's/ -include [^ ]*cmake_pch.hxx//g' \
        "$build/compile_commands.json" >"$commands/compile_commands.json"
    # On the other stream it only counts the warnings that it does not show.
    {
        sources_of "$build" | in_turn "${2:-}"
        sources_of "$build" | touched
    } | sort -u | xargs -P "$(nproc)" -n 1 "$clang_tidy" -p "$commands" --quiet 2>/dev/null
}

case "${1:-}" in
heads | format | shell) "$1" ;;
tidy)
    shift
    tidy "$@"
    ;;
*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
