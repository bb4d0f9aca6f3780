#!/bin/sh
# Brings a machine to where the workbook can be built:
# setup.sh ROOT [--with-toolkit] [--with-grading] [--with-pages] [--with-tests [--tools-later]]. Called by ./workbook; says what it
# does, one line a step, and does nothing twice. --tools-later: without the tools that tests use and no build does.
# shellcheck disable=SC2034,SC2154 # toolkit.sh and packages.sh use and set variables of this file
set -eu
root=$1
shift
with_toolkit=${WORKBOOK_TOOLKIT:-ask}
with_tests=no   # also what only the workbook's own tests need
with_grading=no # also what confines the compilers of submissions
with_pages=no   # also what pages in a browser are made with (`open`, `book`)
tools_now=yes
for word in "$@"; do
    case "$word" in
    --with-toolkit) with_toolkit=yes ;;
    --with-tests) with_tests=yes with_grading=yes with_pages=yes ;;
    --with-grading) with_grading=yes ;;
    --with-pages) with_pages=yes ;;
    --tools-later) tools_now=no ;;
    *)
        printf '%s\n' "workbook: setup knows --with-toolkit, --with-grading, --with-pages and --with-tests, not $word" >&2
        exit 2
        ;;
    esac
done
private="$root/.workbook"
here="$root/checker/setup"

say() { printf '%s\n' "workbook: $*"; }
fail() {
    printf '%s\n' "workbook: $*" >&2
    exit 2
}
have() { command -v "$1" >/dev/null 2>&1; }
is_root() { [ "$(id -u)" = 0 ]; }

. "$here/packages.sh"
. "$here/toolkit.sh"
. "$here/wheels.sh"

mkdir -p "$private" 2>/dev/null && [ -w "$private" ] ||
    fail "$private cannot be written: the workbook keeps what it sets up there. Make the folder yours."

install_packages
check_cmake
find_or_fetch_nvcc # sets nvcc
printf '%s\n' "$nvcc" >"$private/ready"
[ "$with_pages" = no ] || printf '%s\n' "$nvcc" >"$private/ready_for_pages"
if [ "$with_tests" = yes ] && { [ "$tools_now" = yes ] || { has_linters && has_parser && has_axe; }; }; then
    install_linters
    fetch_parser
    fetch_axe
    printf '%s\n' "$nvcc" >"$private/ready_to_test"
fi
say "set up; nvcc is $nvcc"
