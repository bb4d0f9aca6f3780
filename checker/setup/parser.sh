# Part of setup.sh: the parser that makes mutants (checker/tests/mutants), from the Python package index, into
# .workbook/mutants. No distribution has its CUDA grammar. Where it cannot be fetched, all other tests run.
# shellcheck shell=sh disable=SC2154 # setup.sh and doctor.sh set what is not set here
wanted="$root/checker/tests/mutants/requirements.txt"
parser="$private/mutants"

# Or none is wanted.
has_parser() {
    [ -f "$wanted" ] || return 0
    [ -f "$parser/interpreter" ] && cmp -s "$wanted" "$parser/requirements.txt" &&
        PYTHONPATH="$parser" "$(cat "$parser/interpreter")" -c 'import tree_sitter, tree_sitter_cuda' 2>/dev/null
}

fetch_parser() {
    ! has_parser || return 0
    say "fetching the parser of the mutants"
    rm -rf "$parser"
    # Wheels are for one version of Python: it is kept which.
    if (find_pip && "$python" -m pip install --quiet --only-binary :all: --disable-pip-version-check \
        --root-user-action=ignore --target "$parser" -r "$wanted" &&
        "$python" -c 'import sys; print(sys.executable)' >"$parser/interpreter"); then
        cp "$wanted" "$parser"
    else
        say "it could not be fetched: the test mutants.sample will be skipped"
    fi
}
