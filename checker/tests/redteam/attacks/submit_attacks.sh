#!/bin/sh
# submit_attacks.sh BUILD [NAME...]
# Submits every attack of program/ and compile/, and folders that are no honest submissions, to `workbook
# grade`: the verdict has to be one that the attack's file allows, without points and in time; nothing may
# be left running, nothing written outside, nothing told that is secret. SLOW=1 tries those too that are
# ended by the compiler's minute. Prints a row of docs/redteam.md for each. Exit code 77: this system cannot
# confine, so grade refuses.
set -u
build=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
source_of_lesson=exercises/01_launch/03_square_port/square_port.cu
course=$(sed -n 's/^  "root": "\(.*\)",$/\1/p' "$build/lessons.json")
work=$(mktemp -d "${TMPDIR:-/tmp}/redteam.XXXXXX") || exit 1
chmod 711 "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir "$work/temporary" "$work/place"
chmod 711 "$work/temporary"
tried=0 failed=0 passed=0 left=0

value() { sed -n "s|^// $2: ||p" "$1" | head -n 1; }
complain() { echo "  NOT AS IT SHOULD BE: $1"; bad=1; }
# Processes that name our folder, or have the marker in their environment.
left_running() {
    grep -lzx "LANG=$1" /proc/[0-9]*/environ 2> /dev/null
    grep -la "$work/temporary" /proc/[0-9]*/cmdline 2> /dev/null
}

# submit NAME WHAT-IT-TRIES EXPECTED FOLDER
submit() {
    name=$1 marker=redteam_$$_$1 bad=0
    (cd "$work/place" && LANG=$marker TMPDIR=$work/temporary WORKBOOK_TIME_SCALE=0.15 \
        WORKBOOK_HOST_MEMORY=512 timeout -s KILL 150 "$build/bin/workbook" --build "$build" \
        --device virtual --seed 918273645 grade 03_square_port --submission "$4" --format json \
        > "$work/report" 2> "$work/errors" < /dev/null)
    code=$?
    tried=$((tried + 1))
    verdict=$(sed -n 's/^ *"verdict": "\(.*\)",$/\1/p' "$work/report" | head -n 1)
    points=$(sed -n 's/^ *"points": \(.*\),$/\1/p' "$work/report" | head -n 1)
    [ "$code" = 0 ] || [ "$3" = refused ] || complain "exit code $code"
    case " $3 " in
    *" ${verdict:-refused} "*) ;;
    *) complain "the verdict is ${verdict:-none}, not $3" ;;
    esac
    [ "${verdict:-}" != passed ] || passed=$((passed + 1))
    case ${points:-0} in 0 | 0.0) ;; *) complain "$points points" ;; esac
    for secret in SECRET 918273645 'Solution 1' 'root:x:' 'REQUIRE_THAT'; do
        if grep -aqF -e "$secret" "$work/report" "$work/errors"; then complain "it tells $secret"; fi
    done
    [ "$(wc -c < "$work/report")" -lt 200000 ] || complain "a report of $(wc -c < "$work/report") bytes"
    if [ -n "$(ls -A "$work/place" "$work/temporary" | grep -v :\$)" ] ||
        ls /tmp/redteam_was_here* > /dev/null 2>&1; then
        complain "it left files: $(ls -A "$work/place" "$work/temporary" /tmp/redteam_was_here* 2> /dev/null)"
        rm -rf /tmp/redteam_was_here* "$work/place/"* "$work/temporary/"*
    fi
    if [ -n "$(left_running "$marker")" ]; then
        left=$((left + 1))
        complain "left running: $(left_running "$marker")"
    fi
    echo "| $name | $2 | ${verdict:-refused} |"
    if [ $bad = 1 ]; then
        failed=$((failed + 1))
        head -c 3000 "$work/report" "$work/errors"
    fi
}

# An empty submission's place for the file, made anew.
fresh() {
    rm -rf "$work/submission"
    folder=$work/submission
    file=$folder/$source_of_lesson
    mkdir -p "$(dirname "$file")"
}

submit_file() {
    case $(value "$1" Stage) in *slow*) [ -n "${SLOW:-}" ] || return ;; esac
    fresh
    cp "$1" "$file"
    submit "$(basename "$1" .cu)" "$(value "$1" Attack)" "$(value "$1" Verdict)" "$folder"
}

wrong() { printf '#include "square_port.hpp"\n\nvoid square(const std::int64_t*, std::int64_t*, std::size_t) {}\n' > "$file"; }

submit_folders() {
    fresh; rm -rf "$folder-linked"; ln -s "$folder" "$folder-linked"
    submit linked_submission "a link to another one's submission in place of a folder" refused "$folder-linked"
    fresh; ln -s "$course/solutions/${source_of_lesson#exercises/}" "$file"
    submit link_to_solution "a link to the solution in place of the file" not_taken "$folder"
    fresh; ln -s /etc/passwd "$file"
    submit link_to_passwd "a link to a file of the system" not_taken "$folder"
    fresh; ln -s /dev/zero "$file"
    submit link_to_device "a link to a device that never ends" not_taken "$folder"
    fresh; rm -r "$folder/exercises"; ln -s "$course/solutions" "$folder/exercises"
    submit link_to_solutions "a link to all solutions in place of the exercises" refused "$folder"
    fresh; rm -r "$folder/exercises/01_launch"; ln -s "$course/solutions/01_launch" "$folder/exercises/01_launch"
    submit link_to_part "a link in place of a folder on the way" not_taken "$folder"
    fresh; mkdir "$file"
    submit folder_as_file "a folder in place of the file" not_taken "$folder"
    fresh; mkfifo "$file"
    submit pipe_as_file "a pipe that nobody writes to" not_taken "$folder"
    fresh
    if mknod "$file" c 1 5 2> /dev/null; then
        submit device_as_file "a device that never ends" not_taken "$folder"
    fi
    fresh; truncate -s 40G "$file"
    submit huge_file "a file of 40 GB" not_taken "$folder"
    fresh; rm "$file" 2> /dev/null; rmdir "$(dirname "$file")"; : > "$(dirname "$file")"
    submit file_as_folder "a file in place of the lesson's folder" not_taken "$folder"
    fresh
    submit nothing "no file at all" not_started "$folder"
    fresh; head -c 100000 /dev/urandom > "$file"
    submit noise "100 KB of noise" does_not_compile "$folder"

    # What lies beside must not be taken; the file itself does nothing.
    fresh; wrong
    for planted in check.cpp CMakeLists.txt square_port.hpp lessons.json result.json learner; do
        printf 'passed\n' > "$(dirname "$file")/$planted"
        printf 'passed\n' > "$folder/$planted"
    done
    mkdir -p "$folder/checker/harness" "$folder/build" "$folder/.git/hooks"
    printf '#define REQUIRE_THAT(...)\n' > "$folder/checker/harness/harness.hpp"
    printf '#!/bin/sh\ntouch /tmp/redteam_was_here\n' > "$folder/workbook"
    cp "$folder/workbook" "$folder/.git/hooks/post-checkout"
    chmod +x "$folder/workbook" "$folder/.git/hooks/post-checkout"
    submit planted_files "a checker, a header, results and scripts of its own" not_started "$folder"
    fresh; wrong
    newline='
'
    (cd "$(dirname "$file")" && touch -- "a b" "-rf" '$(touch redteam_was_here)' '; touch redteam_was_here' \
        "two${newline}lines" "$(printf '\033[31mred\033[0m')" '::error::forged')
    submit odd_names "files with spaces, newlines, escapes and commands of the shell in their names" \
        not_started "$folder"
    fresh; wrong
    odd="$work/a b;\$(touch redteam_was_here)'\"${newline}::error::x"
    mv "$folder" "$odd"
    submit odd_folder "the same for the submission's own folder" not_started "$odd"
    rm -rf "$odd"
    fresh; wrong
    deep=$folder/exercises
    for level in $(seq 200); do deep=$deep/d; done
    mkdir -p "$deep"
    (cd "$folder" && seq -f 'extra_%g' 5000 | xargs touch)
    submit many_files "5000 files and 200 folders, one in the other" not_started "$folder"
}

command -v bwrap > /dev/null || { echo "bubblewrap is not installed"; exit 77; }
if ! "$build/lessons/03_square_port/check" --can-confine; then exit 77; fi
if [ $# -eq 0 ]; then
    submit_folders
    for attack in "$here"/program/*.cu "$here"/compile/*.cu; do submit_file "$attack"; done
else
    for attack in "$@"; do submit_file "$here"/*/"$attack.cu"; done
fi
echo "$tried submissions tried, $passed passed, $left left running, $failed not as expected"
[ "$failed" = 0 ] && [ "$passed" = 0 ] && [ "$left" = 0 ]
