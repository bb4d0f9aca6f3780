#!/bin/sh
# submit_attacks.sh BUILD [NAME...]
# Submits every attack of program/ and compile/, folders that are no honest submissions, and honest ones where the
# grader's surroundings are hostile, to `workbook grade`: the verdict has to be one that the attack's file allows,
# with no more points than it says and in time; nothing may be left running, nothing written outside, nothing told
# that is secret. SLOW=1 tries those too that are ended by the compiler's minute. NAME may be an attack of run/ or
# early/ as well. Prints a row of docs/redteam.md for each. Exit code 77: this system cannot confine, so grade refuses.
# UNSANDBOXED=1: tries what acts on the compiler alone, with --unsandboxed, as on a machine without bubblewrap. There
# "forbidden" is right, too: the file is refused for what it has the compiler read.
set -u
build=$(cd "$1" && pwd) || exit 1
shift
here=$(cd "$(dirname "$0")" && pwd)
course=$(sed -n 's/^[[:space:]]\{1,2\}"root" : "\(.*\)",$/\1/p' "$build/lessons.json")
work=$(mktemp -d "${TMPDIR:-/tmp}/redteam.XXXXXX") || exit 1
chmod 711 "$work"
trap 'umount "$work/small" 2> /dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir "$work/temporary" "$work/place"
chmod 711 "$work/temporary"
may_fail=''
unsandboxed=${UNSANDBOXED:+--unsandboxed}

. "$here/attacks.sh"

seconds() { date +%s.%N; }
# Processes that name our folder, or have the marker in their environment.
left_running() {
    grep -lzx "LANG=$1" /proc/[0-9]*/environ 2> /dev/null
    grep -la "$work/temporary" /proc/[0-9]*/cmdline 2> /dev/null
}

# What one submission may have that others have not; fresh() sets it back.
#   lesson            that is graded
#   most              points that it may earn
#   environment       words NAME=VALUE
#   under             a command that runs the grader
#   options           of the grader: words
#   patience          seconds until it is killed
as_usual() { lesson=03_square_port most=0 environment='' under='' options='' patience=150; }

# grader EXPECTED FOLDER: becomes the grader of one submission.
# shellcheck disable=SC2086 # words
grader() {
    cd "$work/place" && exec env LANG=$marker TMPDIR="$work/temporary" WORKBOOK_TIME_SCALE="$(scale "$1")" \
        WORKBOOK_HOST_MEMORY=512 $environment timeout -s KILL $patience $under "$build/bin/workbook" --build "$build" \
        --device virtual --seed 918273645 grade $lesson --submission "$2" $options $unsandboxed --format json
}

# submit NAME WHAT-IT-TRIES EXPECTED FOLDER
submit() {
    name=$1 marker=redteam_$$_$1 bad=0 began=$(seconds)
    (grader "$3" "$4") > "$work/report" 2> "$work/errors" < /dev/null
    code=$?
    tried=$((tried + 1))
    verdict=$(sed -n 's/^ *"verdict": "\(.*\)",$/\1/p' "$work/report" | head -n 1)
    points=$(sed -n 's/^ *"points": \(.*\),$/\1/p' "$work/report" | head -n 1)
    [ "$code" = 0 ] || [ "$3" = refused ] || [ "$code$3" = "2not_taken or refused" ] || [ -n "$may_fail" ] ||
        complain "exit code $code"
    # The report says nothing of hidden cases, not even how long they took.
    told=$(sed -n 's/^ *"execution_seconds": \(.*\),$/\1/p' "$work/report")
    [ "$name" != hidden_by_time ] || awk "BEGIN { exit !(${told:-9} < $(seconds) - $began - 1.2) }" ||
        complain "it tells the time of the hidden cases, too"
    allowed "$3" "${verdict:-refused}" || complain "the verdict is ${verdict:-none}, not $3"
    [ "${verdict:-}" != passed ] || [ -n "$may_fail" ] || passed=$((passed + 1))
    awk "BEGIN { exit !(${points:-0} <= $most) }" || complain "$points points"
    for secret in SECRET BREACH 918273645 'Solution 1' 'root:x:' 'REQUIRE_THAT'; do
        if grep -aqF -e "$secret" "$work/report" "$work/errors"; then complain "it tells $secret"; fi
    done
    [ "$(wc -c < "$work/report")" -lt 200000 ] || complain "a report of $(wc -c < "$work/report") bytes"
    if [ -n "$(find "$work/place" "$work/temporary" -mindepth 1)" ] ||
        ls /tmp/redteam_was_here* > /dev/null 2>&1; then
        complain "it left files: $(ls -A "$work/place" "$work/temporary" /tmp/redteam_was_here* 2> /dev/null)"
        rm -rf /tmp/redteam_was_here*
        find "$work/place" "$work/temporary" -mindepth 1 -delete
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

# Where a lesson's file lies in a submission.
source_of() { sed -n "s|^[[:space:]]*\"stub\" : \"$course/\(exercises/.*/$1/.*\.cu\)\",\$|\1|p" "$build/lessons.json"; }

# An empty submission's place for the file of LESSON (03), made anew.
fresh() {
    as_usual
    lesson=${1:-$lesson}
    source_of_lesson=$(source_of "$lesson")
    rm -rf "$work/submission"
    folder=$work/submission
    file=$folder/$source_of_lesson
    mkdir -p "$(dirname "$file")"
}

# Has the next submission graded with a hidden case.
hide() {
    mkdir -p "$work/hidden/${source_of_lesson%/*}"
    cp "$here/hidden_check.cpp" "$work/hidden/${source_of_lesson%/*}/check.cpp"
    options="--hidden $work/hidden"
}

# An attack that is nothing but its differences from the solution, with the rest of the solution; any other as it is.
whole_file() {
    case $(grep -m 1 -e '^#include' -e '^// Replaces$' "$1") in
    '// Replaces') awk -f "$here/../../compose.awk" "$1" "$course/solutions/${source_of_lesson#exercises/}" ;;
    *) cat "$1" ;;
    esac
}

submit_file() {
    case $(value "$1" Stage) in *slow*) [ -n "${SLOW:-}" ] || return ;; esac
    case $(value "$1" Needs) in
    x86-64) [ "$(uname -m)" = x86_64 ] || return ;;
    sandbox) [ -z "$unsandboxed" ] || return ;;
    esac
    fresh "$(value "$1" Lesson)"
    if [ -z "$source_of_lesson" ]; then
        echo "$(basename "$1" .cu) is left out: there is no lesson $lesson here"
        return
    fi
    most=$(value "$1" Points) environment=$(value "$1" Environment)
    most=${most:-0}
    options=$(value "$1" Options)
    case $(value "$1" Stage) in *hidden*) hide ;; esac
    whole_file "$1" > "$file"
    # The sandbox has none of our headers.
    for header in forged engine double_wave; do
        sed -i -e "/^#include \"tests.*$header.hpp\"/{r $here/$header.hpp" -e 'd}' "$file"
    done
    sed -i '/^#pragma once$/d' "$file"
    [ "$(value "$1" Stage)" != early ] ||
        echo '__attribute__((constructor(101))) static void begin_early() { early(); }' >> "$file"
    submit "$(basename "$1" .cu)" "$(value "$1" Attack)" \
        "$(value "$1" Verdict)${UNSANDBOXED:+ or forbidden}" "$folder"
}

# Takes so many MiB of memory, and squares on the CPU.
# shellcheck disable=SC2129 # a line of the file per line
greedy() {
    printf '#include "square_port.hpp"\n#include <vector>\n\n' > "$file"
    printf 'void square(const std::int64_t* in, std::int64_t* out, std::size_t n) {\n' >> "$file"
    printf '    std::vector<char> much(%su << 20, 1);\n' "$1" >> "$file"
    printf '    for (std::size_t i = 0; i < n; ++i) out[i] = in[i] * in[i] * much[i];\n}\n' >> "$file"
}
solve() { cp "$course/solutions/${source_of_lesson#exercises/}" "$file"; }
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
    submit pipe_as_file "a pipe without a writer" not_taken "$folder"
    fresh
    if mknod "$file" c 1 5 2> /dev/null; then
        submit device_as_file "a device that never ends" not_taken "$folder"
    fi
    fresh; rmdir "$(dirname "$file")"; mkfifo "$(dirname "$file")"
    submit pipe_as_folder "a pipe in place of the lesson's folder" not_taken "$folder"
    fresh; truncate -s 40G "$file"
    submit huge_file "a file of 40 GB" not_taken "$folder"
    fresh; rm "$file" 2> /dev/null; rmdir "$(dirname "$file")"; : > "$(dirname "$file")"
    submit file_as_folder "a file in place of the lesson's folder" not_taken "$folder"
    fresh
    submit nothing "no file at all" not_started "$folder"
    fresh; head -c 100000 /dev/urandom > "$file"
    submit noise "100 KB of noise" does_not_compile "$folder"
    fresh; truncate -s 1M "$file"
    submit sparse_zeros "a mebibyte of NUL that takes no room on the disk" does_not_compile "$folder"
    fresh; head -c 1M /dev/zero | tr '\0' x > "$file"
    submit long_line "one line of a mebibyte" does_not_compile "$folder"
    fresh; solve; iconv -t UTF-16 "$file" > "$work/utf_16" && mv "$work/utf_16" "$file"
    submit utf_16 "the solution in UTF-16" does_not_compile "$folder"

    # Right, if odd: as other editors and systems write it, unreadable, below and beside odd names.
    fresh; solve
    { printf '\357\273\277'; sed 's/$/\r/' "$file"; head -c 5000 /dev/zero; } > "$work/odd" && mv "$work/odd" "$file"
    chmod 000 "$file"
    long=$(head -c 200 /dev/zero | tr '\0' d)
    (cd "$folder" && touch -- --help "$(head -c 255 /dev/zero | tr '\0' n)" "$(printf 'broken \377\300 UTF-8')" &&
        mkdir "$long" && for _ in $(seq 60); do mkdir outer && mv "$long" outer && mv outer "$long" || exit; done)
    most=100 may_fail=1
    submit right_but_odd "the solution with a byte order mark, lone CR, NUL at its end, no permissions, beside names of \
all kinds" passed "$folder"
    may_fail=

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
    for _ in $(seq 200); do deep=$deep/d; done
    mkdir -p "$deep"
    (cd "$folder" && seq -f 'extra_%g' 5000 | xargs touch)
    submit many_files "5000 files and 200 folders, one in the other" not_started "$folder"
    fresh; solve
    mv "$folder" "$work/of_another"
    ln -s of_another "$folder"
    submit linked_folder "a link to another student's folder in place of the submission" "not_taken or refused" "$folder"
    rm -rf "$work/of_another" "$folder"
}

# The lesson's limit counts, in place of what the environment says (512 MiB).
submit_limits() {
    fresh; greedy 700; options='--lesson-memory 1'
    submit within_the_limit "takes less memory than --lesson-memory allows" requirement "$folder"
    fresh; greedy 1100; options='--lesson-memory 1'
    submit beyond_the_limit "takes more memory than --lesson-memory allows" out_of_memory "$folder"
}

# around NAME WHAT COMMANDS: the solution, graded by a grader that is started after these commands of the shell. It
# passes, or the grader says in a sentence why it cannot grade.
around() {
    fresh; solve
    printf '%s\nexec "$@"\n' "$3" > "$work/around"
    under="sh $work/around" most=100 may_fail=1
    submit "$1" "$2" "passed or refused or not_graded or grader_error" "$folder"
    may_fail=
    [ "${verdict:-refused}" = passed ] || grep -q '[a-z] [a-z]' "$work/errors" || {
        failed=$((failed + 1))
        echo "  NOT AS IT SHOULD BE: it does not say why it cannot grade"
    }
}

# with_mount WORDS: the shell's commands that go on where this is mounted.
with_mount() { echo "exec unshare -m sh -c 'mount $1 && exec \"\$@\"' sh \"\$@\""; }

# The grader is killed on the way: nothing that it began goes on, and its report says that it is none.
kill_grader() {
    for seconds in 0.3 0.8 1.5 3; do
        fresh; solve
        name=killed_grader marker=redteam_$$_killed bad=0
        rm -f "$work/report"
        options="--output $work/report"
        (grader passed "$folder") > /dev/null 2>&1 < /dev/null &
        # Not `timeout`, but the grader that it starts.
        for _ in $(seq 200); do
            started=$(pgrep -o -f "^$build/bin/workbook .*$work/report") && break
            sleep 0.02
        done
        sleep "$seconds"
        kill -KILL "$started" 2> /dev/null
        wait $!
        sleep 0.7
        tried=$((tried + 1))
        [ -z "$(left_running "$marker")" ] || complain "left running: $(left_running "$marker")"
        if [ -s "$work/report" ] && ! grep -q '"complete": ' "$work/report"; then complain "half a report"; fi
        [ "$bad" = 0 ] || failed=$((failed + 1))
        find "$work/temporary" -mindepth 1 -delete
    done
    echo "| killed_grader | the grader is killed on the way, four times | not_graded |"
}

# The submission is honest; what the grader was started in is not as usual.
submit_surroundings() {
    around no_environment "an empty environment" 'exec env -i "$@"'
    around closed_files "standard input and errors are closed" 'exec <&- 2>&-'
    around full_output "standard output can take nothing" 'exec > /dev/full'
    around nothing_may_be_read "a umask of 777" 'umask 777'
    around few_files "12 files may be open" 'ulimit -n 12'
    around small_files "a file may have 50 KB" 'ulimit -f 100'
    around small_stack "a stack of 256 KB" 'ulimit -s 256'
    around little_time "2 seconds of a processor" 'ulimit -t 2'
    if unshare -m true 2> /dev/null; then # a user without the right to mount has none of these to try
        mkdir "$work/small"
        around no_shared_memory "/dev/shm has room for a page" "$(with_mount "-t tmpfs -o size=4k tmpfs /dev/shm")"
        around no_inodes "no file can be made in the temporary folder" \
            "TMPDIR=$work/small; $(with_mount "-t tmpfs -o nr_inodes=1,mode=711 tmpfs $work/small")"
        around read_only "the submission lies on a disk that cannot be written" \
            "$(with_mount "--bind -o ro $work/submission $work/submission")"
        rmdir "$work/small"
    fi
    around no_temporary_folder "a temporary folder that is not there" 'export TMPDIR=/no/such/folder'
    kill_grader

    fresh; solve
    echo 'mkdir near && TMPDIR=near "$@"; code=$?; rmdir near; exit $code' > "$work/around"
    under="sh $work/around" most=100 may_fail=1
    submit relative_temporary_folder "the temporary folder is named by the way from where the grader stands" passed \
        "$folder"
    may_fail=

    fresh; wrong
    under='env --ignore-signal=CHLD' patience=40
    submit deaf_to_children "the grader is started with SIGCHLD ignored" not_started "$folder"

    # A user without the right to mount has no small disk to try.
    fresh 48_monte_carlo_pi
    mkdir "$work/small"
    if [ -n "$source_of_lesson" ] && mount -t tmpfs -o size=500k,mode=711 redteam "$work/small" 2> /dev/null; then
        solve
        environment=TMPDIR=$work/small lesson="03_square_port 48_monte_carlo_pi"
        source_of_03=$(source_of 03_square_port)
        mkdir -p "$(dirname "$folder/$source_of_03")"
        cp "$course/solutions/${source_of_03#exercises/}" "$folder/$source_of_03"
        may_fail=1 most=100
        submit full_disk "the grader's disk is full before it has come to the second lesson" \
            "grader_error or refused or passed" "$folder"
        may_fail=
        grep -q does_not_compile "$work/report" && failed=$((failed + 1)) && echo "  the student pays for it"
        umount "$work/small"
    fi
    rmdir "$work/small"
}

[ -n "$unsandboxed" ] || command -v bwrap > /dev/null || { echo "bubblewrap is not installed"; exit 77; }
if ! "$build/lessons/03_square_port/check" --can-confine; then exit 77; fi
if [ $# -eq 0 ] && [ -n "$unsandboxed" ]; then
    for attack in "$here"/compile/*.cu; do submit_file "$attack"; done
elif [ $# -eq 0 ]; then
    submit_folders
    submit_limits
    submit_surroundings
    for attack in "$here"/program/*.cu "$here"/compile/*.cu; do submit_file "$attack"; done
else
    for attack in "$@"; do
        file=$(file_of "$attack" program compile run early) || exit
        submit_file "$file"
    done
fi
sum_up submissions
