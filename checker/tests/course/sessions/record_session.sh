#!/bin/sh
# Records three_lessons.session: plays it on the real course of this checkout, which must be built
# (./workbook) and untouched, and writes three_lessons.screens. Needs terminal_session of build/dev.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
cd "$root"
[ -z "$(git status --porcelain exercises)" ] || {
    echo "record_session: exercises/ has changes of yours; it is to be as it was handed out" >&2
    exit 2
}
scratch=$(mktemp -d)
[ ! -f .workbook/state ] || cp .workbook/state "$scratch/state"
restore() {
    git checkout -q -- exercises
    rm -f .workbook/state
    [ ! -f "$scratch/state" ] || cp "$scratch/state" .workbook/state
    rm -rf "$scratch"
}
trap restore EXIT
trap 'exit 130' INT TERM HUP
rm -f .workbook/state

# attempt LESSON NAME SED: the solution, changed, becomes the student's file, as an editor saves it.
cat >"$scratch/attempt" <<'END'
#!/bin/sh
sed "$3" solutions/01_launch/"$1"/"$2".cu >exercises/01_launch/"$1"/.new
mv exercises/01_launch/"$1"/.new exercises/01_launch/"$1"/"$2".cu
END
chmod +x "$scratch/attempt"
PATH="$scratch:$PATH"
# shellcheck disable=SC2089,SC2090 # the session's own shell reads the quotes
WORKBOOK="'$root/build/learner/bin/workbook' --device virtual --seed 1"
# shellcheck disable=SC2090
export PATH WORKBOOK
"$root/build/dev/bin/terminal_session" "$here/three_lessons.session" --output "$scratch/screens"
# ccache, where it is used, makes paths relative to the build folder.
sed "s,\.\./\.\./exercises,exercises,g" "$scratch/screens" >"$here/three_lessons.screens"
