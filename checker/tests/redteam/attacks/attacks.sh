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

# complain TEXT: counts against the attack that is being tried.
# shellcheck disable=SC2034 # the script that sources this file looks at it
complain() { echo "  NOT AS IT SHOULD BE: $1"; bad=1; }
