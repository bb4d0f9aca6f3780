#!/usr/bin/env bash
# Whether api_children or api_child_memory answers as a GPU did, but for what the device's cudaMemsetAsync wrote there:
# zeros, whatever the value was (docs/reference/silicon.md, "Kernels that launch kernels"). The virtual GPU writes the value.
#
#     compare_children.sh PROGRAM ANSWERS
here=$(dirname "$0")
compared() {
    awk '/^# / { section = $2 } section == "memory" && /^copied/ { next } { print }'
}
# shellcheck disable=SC2046 # a section is a word
diff <(compared <"$2") <(bash "$here/api_sections.sh" "$1" $(sed -n 's/^# //p' "$2") | compared)
