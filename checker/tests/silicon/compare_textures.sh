#!/usr/bin/env bash
# Whether api_textures answers as a GPU did, but for what docs/reference/runtime_api.md, "Textures", says is different: some
# weights of filters in three dimensions, filters across a cubemap's edges, handles that a GPU's driver follows.
#
#     compare_textures.sh PROGRAM ANSWERS
here=$(dirname "$0")
compared() {
    awk '/^# / { section = $2 }
         section == "handles" || (section == "floats" && /^3d /) || /^cube linear/ { next }
         { print }'
}
diff <(compared <"$2") <(bash "$here/api_sections.sh" "$1" | compared)
