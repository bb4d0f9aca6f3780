#!/bin/sh
# What run_attacks.sh and submit_attacks.sh have in common: they source it.

# value FILE KEY: what the file's head says: "// KEY: value".
value() { sed -n "s|^// $2: ||p" "$1" | head -n 1; }

# allowed EXPECTED VERDICT: whether the verdict is one that the attack may end with.
allowed() {
    case " $1 " in
    *" any "*)
        case $2 in
        not_started | forbidden | too_much_output | out_of_memory | crashed | exited | timed_out) ;;
        fault | wrong_answer | requirement | too_much_traffic | needs_gpu) ;;
        *) return 1 ;;
        esac
        ;;
    *" $2 "*) ;;
    *) return 1 ;;
    esac
}

# file_of NAME FOLDER...: the attack's file, in one of the folders.
file_of() {
    attack=$1
    shift
    for folder in "$@"; do
        candidate=${here:?}/$folder/$attack.cu
        [ ! -f "$candidate" ] || { echo "$candidate"; return; }
    done
    echo "there is no attack $attack" >&2
    return 2
}

# scale EXPECTED: what its deadlines are multiplied by. An attack that a deadline may end has short ones. An attack that
# ends by itself has a student's, so that a pause of the computer is less likely to end it first.
scale() { allowed "$1" timed_out && echo 0.15 || echo 1; }

# Attacks so far; the one that is being tried, and whether something was wrong with it.
tried=0 passed=0 left=0 failed=0 bad_ones='' name='' bad=0

# complain TEXT: counts against the attack that is being tried.
# shellcheck disable=SC2034 # the script that sources this file looks at it
complain() {
    echo "  NOT AS IT SHOULD BE: $1"
    [ "$bad" = 1 ] || bad_ones="$bad_ones $name"
    bad=1
}

# sum_up ATTACKS: says the sums, and whether they are as they should be.
sum_up() {
    echo "$tried $1 tried, $passed passed, $left left running, $failed not as expected${bad_ones:+:$bad_ones}"
    [ "$failed" = 0 ] && [ "$passed" = 0 ] && [ "$left" = 0 ]
}
