# A student at a terminal: the session in sessions/beginner.session, key by key. It uses what the scenario
# "student" has built, and leaves the course as that left it, but for the student's own files.
message(NOTICE "== ${SCENARIO}")
get_filename_component(student "${WORK}/../student" ABSOLUTE)
set(course "${student}/course")
set(build "${student}/build")
set(mini "${WORKBOOK_SOURCE}/checker/tests/course/mini")
file(REMOVE_RECURSE "${WORK}" "${course}/.workbook")
file(MAKE_DIRECTORY "${WORK}/files")
file(COPY "${mini}/exercises" DESTINATION "${course}")

# variant(file lesson name text): the stub with `text` in place of its first region's body.
function(variant file lesson name text)
    file(READ "${mini}/exercises/01_basics/${lesson}/${name}.cu" content)
    string(REPLACE "    // end of TODO 1" "    ${text}\n    // end of TODO 1" content "${content}")
    file(WRITE "${WORK}/files/${file}" "${content}")
endfunction()
variant(wrong.cu 01_double_all double_all "if (i < n) data[i] = i;")
variant(broken.cu 02_negate negate "data[j] = k;")
variant(endless.cu 02_negate negate "if (i < n) data[i] = -data[i];")
file(READ "${WORK}/files/endless.cu" endless)
string(REPLACE "int n) { kernel" "int n) { while (n > 0) { n |= 1; } kernel" endless "${endless}")
file(WRITE "${WORK}/files/endless.cu" "${endless}")

file(WRITE "${WORK}/files/in_background.sh" [=[
set -m
stty -echo
eval "$WORKBOOK watch 02 &"
until grep -q ') T ' /proc/$!/stat; do sleep 0.05; done
stty echo
printf '\033[H\033[2Jit waits\n' # what the shell has said may be longer than a row
read -r line
fg
]=])

set(ENV{COURSE} "${course}")
set(ENV{FILES} "${WORK}/files")
set(ENV{WORKBOOK} "'${TOOLS}/bin/workbook' --build '${build}' --device virtual --seed 1")
set(sessions "${WORKBOOK_SOURCE}/checker/tests/course/sessions")
set(accept "")
if(DEFINED ENV{WORKBOOK_APPROVE})
    set(accept --approve)
endif()
run("${TOOLS}/bin/terminal_session" "${sessions}/beginner.session" --golden
    "${sessions}/beginner.screens" ${accept})
expect_exit(0)

# Without a terminal: plain lines, until the input ends.
tool(watch 01_double_all)
expect_exit(0)
expect_says("Checking 01_double_all ...")
expect_says("01_double_all: passed: 1 of 1 points (virtual GPU, seed 1)")
expect_silent_on("[")

# A file of another day, moved into place: what is graded is that file, not the program built before.
run(touch -d 2020-01-01 "${WORK}/files/wrong.cu")
file(RENAME "${WORK}/files/wrong.cu" "${course}/exercises/01_basics/01_double_all/double_all.cu")
tool(check 01_double_all)
expect_exit(1)
expect_says("wrong answer")
