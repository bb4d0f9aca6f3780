#!/usr/bin/env bash
# Compares the virtual GPU's answers with those that an H200 gave to the same questions.
#
#     device_answers.sh PROGRAM ANSWERS
#
# Left out, because the answers differ and are meant to:
#   library: ...              it reads a library when a kernel of it is wanted, the virtual GPU at once
#   managed counter           the virtual GPU finds a __device__ variable there too
#   unified function absent   the virtual GPU has none of those functions
own='^library: (empty|no PTX|a syntax|sm_120)|^managed counter|^unified'
diff <(grep -v -E "$own" "$2") <("$1" 2>/dev/null | grep -v -E "$own")
