#!/usr/bin/env bash
# Whether a program of questions answers as a GPU did.
#
#     compare_sections.sh PROGRAM ANSWERS [SECTION...]     (sections that are left out)
here=$(dirname "$0") program=$1 answers=$2
shift 2
status=0
# shellcheck disable=SC2013 # a section is a word
for section in $(sed -n 's/^# //p' "$answers"); do
    case " $* " in *" $section "*) continue ;; esac
    diff <(awk -v wanted="# $section" '/^# /{on = $0 == wanted} on' "$answers") \
        <(bash "$here/api_sections.sh" "$program" "$section") || status=1
done
exit $status
