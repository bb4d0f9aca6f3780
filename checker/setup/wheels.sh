# Part of setup.sh: what tests use of the Python package index and no distribution has, each in a folder of its own. Where it
# cannot be fetched, all other tests run.
# shellcheck shell=sh disable=SC2154 # setup.sh and doctor.sh set what is not set here

# The parser that makes mutants, for its CUDA grammar.
parser="$private/mutants"
wanted_parser="$root/checker/tests/mutants/requirements.txt"

# axe-core, which looks for what a page keeps from readers who do not see it or have no mouse. Of the package only its
# script is used, so not what the package needs.
axe="$private/axe"
wanted_axe="$root/checker/tests/browser/requirements.txt"

# has_wheels FOLDER REQUIREMENTS: or none are wanted.
has_wheels() {
    [ -f "$2" ] || return 0
    [ -f "$1/interpreter" ] && cmp -s "$2" "$1/requirements.txt"
}

has_parser() {
    has_wheels "$parser" "$wanted_parser" || return 1
    [ ! -f "$wanted_parser" ] ||
        PYTHONPATH="$parser" "$(cat "$parser/interpreter")" -c 'import tree_sitter, tree_sitter_cuda' 2>/dev/null
}

has_axe() {
    has_wheels "$axe" "$wanted_axe"
}

# fetch_wheels FOLDER REQUIREMENTS [words for pip]
fetch_wheels() {
    folder=$1 wanted=$2
    shift 2
    rm -rf "$folder"
    # Wheels are for one version of Python: it is kept which.
    (find_pip && "$python" -m pip install --quiet --only-binary :all: --disable-pip-version-check \
        --root-user-action=ignore --target "$folder" "$@" -r "$wanted" &&
        "$python" -c 'import sys; print(sys.executable)' >"$folder/interpreter") || return 1
    cp "$wanted" "$folder/requirements.txt"
}

fetch_parser() {
    ! has_parser || return 0
    say "fetching the parser of the mutants"
    fetch_wheels "$parser" "$wanted_parser" || say "it could not be fetched: the test mutants.sample will be skipped"
}

fetch_axe() {
    ! has_axe || return 0
    say "fetching axe-core, which the tests of pages in a browser use"
    fetch_wheels "$axe" "$wanted_axe" --no-deps || say "it could not be fetched: the tests browser.* will be skipped"
}
