# An instructor grades submissions: what is taken, what counts, what is said, what is left behind.
fresh_course()
configure()
expect_exit(0)
set(lessons "exercises/01_basics")
set(in "${WORK}/in put $(id)") # a folder's name may have anything in it
set(result "${WORK}/result.json")

# grade(words...): of the submission, as JSON in ${standard_output}.
macro(grade)
    tool(grade --format json --submission "${in}" ${ARGN})
endmacro()

macro(fresh_submission)
    file(REMOVE_RECURSE "${in}")
    file(COPY "${WORKBOOK_SOURCE}/checker/tests/course/mini/exercises" DESTINATION "${in}")
endmacro()

# Without a sandbox nothing is compiled, unless it is told to. (Where none can be had, the rest of this
# scenario goes without, too.)
fresh_submission()
find_program(setpriv setpriv)
file(MAKE_DIRECTORY "${WORK}/bin")
if(setpriv)
    file(CREATE_LINK "${setpriv}" "${WORK}/bin/setpriv" SYMBOLIC) # with it root becomes the user nobody
endif()
run("${CMAKE_COMMAND}" -E env "PATH=${WORK}/bin" "${TOOLS}/bin/workbook" --build "${build}" grade
    --submission "${in}")
expect_exit(2)
expect_says("Bubblewrap is missing")
expect_says("--unsandboxed")
set(sandbox "")
grade()
if(exit_code EQUAL 2 AND output MATCHES "cannot be confined")
    message(NOTICE "no sandbox here: ${output}")
    set(sandbox --unsandboxed)
    grade(--unsandboxed)
endif()

# Nothing touched: nothing is built.
expect_exit(0)
expect_says("not_started")
expect_missing("${build}/lessons/01_double_all/check")

# The course's own copy of a stub is missing: no grade, where an untouched file would count as a wrong answer.
file(RENAME "${course}/checker/stubs/02_negate.stub" "${WORK}/02_negate.stub")
grade(${sandbox})
expect_exit(2)
expect_says("checker/stubs/02_negate.stub cannot be read")
file(RENAME "${WORK}/02_negate.stub" "${course}/checker/stubs/02_negate.stub")

# What is no regular file is not taken; what is missing is not started; what else is there is ignored.
file(REMOVE "${in}/${lessons}/01_double_all/double_all.cu")
file(CREATE_LINK "${course}/solutions/01_basics/01_double_all/double_all.cu"
    "${in}/${lessons}/01_double_all/double_all.cu" SYMBOLIC)
file(REMOVE "${in}/${lessons}/02_negate/negate.cu")
file(WRITE "${in}/${lessons}/02_negate/check.cpp" "forged\n")
file(WRITE "${in}/${lessons}/02_negate/negate $(id).cu" "int main() {}\n")
grade(${sandbox})
expect_exit(0)
expect_says("is a symbolic link")
expect_says("The submission has no file exercises/01_basics/02_negate/negate.cu")
expect_says("and 1 more")
expect_missing("${build}/lessons/01_double_all/check")

# A link may lead to the files of another student; a second name of a file is reported.
file(CREATE_LINK "${in}" "${WORK}/link" SYMBOLIC)
tool(grade --submission "${WORK}/link" ${sandbox})
expect_exit(2)
expect_says("is a symbolic link")
fresh_submission()
file(CREATE_LINK "${in}/${lessons}/02_negate/negate.cu" "${WORK}/second name")
grade(${sandbox})
expect_exit(0)
expect_says("hard links")
file(REMOVE "${WORK}/second name")

# One lesson solved, with hidden cases; one that looks around in the grader's files.
fresh_submission()
file(COPY_FILE "${course}/solutions/01_basics/01_double_all/double_all.cu"
    "${in}/${lessons}/01_double_all/double_all.cu")
file(READ "${in}/${lessons}/02_negate/negate.cu" stub)
file(WRITE "${in}/${lessons}/02_negate/negate.cu" "#include \"/etc/passwd\"\n${stub}")
set(hidden "${WORK}/hidden/${lessons}/01_double_all/check.cpp")
file(WRITE "${hidden}" [[
#include "double_all.hpp"
#include "harness/harness.hpp"
using namespace workbook;
TEST_CASE("the secret case") {
    const Run run = WORKBOOK_RUN(double_all, device_inout(std::vector<int>{7}), 1);
    CHECK_THAT(run, completed());
}
TEST_CASE("another secret") { CHECK(1 == 2); }
]])
grade(${sandbox} --hidden "${WORK}/hidden" --output "${result}")
expect_exit(0)
file(READ "${result}" standard_output)
set(output "${standard_output}")
expect_says("hidden_failed")
expect_says("does_not_compile")
expect_silent_on("secret")
if(NOT sandbox) # else the compiler reads what its user may
    expect_silent_on("root:")
endif()
expect_silent_on("${WORK}/hidden")
expect_silent_on("\"seed\": 1,")
# Nor does any time tell of hidden cases: the clock does not go on while they are run.
string(JSON started GET "${standard_output}" started_at)
expect_json("${started}" graded_at)
string(JSON all GET "${standard_output}" execution_seconds)
string(JSON first GET "${standard_output}" lessons 0 seconds)
string(JSON second GET "${standard_output}" lessons 1 seconds)
execute_process(COMMAND awk "BEGIN { print (${all} < ${first} + ${second} + 0.01) }"
    OUTPUT_VARIABLE is_sum OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT is_sum EQUAL 1)
    fail("${all} seconds in all are more than ${first} and ${second}")
endif()
grade(${sandbox} 01 --hidden "${WORK}/hidden" --show-hidden --show-seed)
expect_exit(0)
expect_says("another secret")
file(GLOB_RECURSE hidden_programs "${build}/hidden/*/check")
list(LENGTH hidden_programs count)
if(NOT count EQUAL 1)
    fail("the hidden checker was built ${count} times")
endif()

# A checker that fails on what a submission does: that is the submission's, as it does not fail on the
# course's own file. One that fails on that one, too, is the grader's.
file(MAKE_DIRECTORY "${WORK}/hidden2/${lessons}/01_double_all")
set(hidden2 "${WORK}/hidden2/${lessons}/01_double_all/check.cpp")
file(READ "${course}/solutions/01_basics/01_double_all/double_all.cu" solved)
string(REPLACE "data[i] + data[i]" "data[i] + 1" wrong "${solved}")
file(WRITE "${in}/${lessons}/01_double_all/double_all.cu" "${wrong}")
file(WRITE "${hidden2}" [[
#include "double_all.hpp"
#include "harness/harness.hpp"
#include <stdexcept>
using namespace workbook;
TEST_CASE("a checker with a mistake") {
    const Run run = WORKBOOK_RUN(double_all, device_inout(std::vector<int>{7}), 1);
    REQUIRE_THAT(run, completed());
    if (run.output<int>(0)[0] != 14) throw std::invalid_argument("stoi");
}
]])
grade(${sandbox} 01 --hidden "${WORK}/hidden2" --show-hidden)
expect_exit(0)
expect_says("The course's own file it can judge here")
expect_silent_on("grader_error")
file(WRITE "${hidden2}" [[
#include "harness/harness.hpp"
TEST_CASE("a checker that cannot work") { throw 1; }
]])
grade(${sandbox} 01 --hidden "${WORK}/hidden2" --show-hidden)
expect_exit(3)
expect_says("Not even the course's own file")
# Ends as a program does that misses a library, and says so, too.
file(WRITE "${in}/${lessons}/01_double_all/double_all.cu" "${solved}
#include <cstdio>
#include <cstdlib>
const int ended = (std::puts(\"error while loading shared libraries: libcudart.so.13\"), std::_Exit(127), 1);\n")
grade(${sandbox} 01)
expect_exit(0)
expect_says("\"verdict\": \"exited\"")

# No compiler that works: that is not the student's fault.
run("${CMAKE_COMMAND}" -E env "NVCC_APPEND_FLAGS=-include /no/such/file" "${TOOLS}/bin/workbook" --build
    "${build}" grade 02 ${sandbox} --submission "${in}")
expect_exit(2)
expect_says("Even the file that is handed out for 02_negate does not compile")
execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
if(user EQUAL 0 AND NOT sandbox) # then another user compiles
    set(header "${course}/${lessons}/02_negate/negate.hpp")
    file(CHMOD "${header}" PERMISSIONS OWNER_READ OWNER_WRITE)
    grade(02)
    expect_exit(2)
    expect_says("cannot read all that they need: ${header}")
    expect_says("chmod -R go+rX")
    file(CHMOD "${header}" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endif()
file(APPEND "${hidden}" "#error not C++\n")
grade(${sandbox} 01 --hidden "${WORK}/hidden")
expect_exit(2)
expect_says("cannot be built")

# What programs need is asked for before anything is graded.
fresh_submission()
foreach(lesson IN ITEMS 01_double_all/double_all 02_negate/negate)
    file(COPY_FILE "${course}/solutions/01_basics/${lesson}.cu" "${in}/${lessons}/${lesson}.cu")
endforeach()
set(workbook "'${TOOLS}/bin/workbook' --build '${build}' --device virtual grade ${sandbox} --format json")
run(sh -c "ulimit -v 60000000 && exec ${workbook} --submission \"$1\"" sh "${in}")
expect_exit(2)
expect_says("ulimit -v unlimited")

# A disk that fills up on the way, between the first lesson and the second, is not the student's loss;
# one without room, or where nothing can be run, is told of at once. (Only root can make such disks.)
set(disk "${WORK}/disk")
file(MAKE_DIRECTORY "${disk}")
file(WRITE "${WORK}/on_a_disk.sh" [[
disk=$1 options=$2 room_left=$3
shift 3
mount -t tmpfs -o "$options" tmpfs "$disk" 2>/dev/null || exit 77
export TMPDIR="$disk"
if [ "$room_left" != all ]; then
    # As soon as the second lesson is begun; compilers take a second until they write.
    (for try in $(seq 1500); do
        [ -z "$(ls -d "$disk"/.workbook-private-*/02_negate 2>/dev/null)" ] || break
        sleep 0.02
    done
    head -c 300M /dev/zero >"$disk/fills_it" 2>/dev/null
    truncate -s "-$room_left" "$disk/fills_it") &
fi
"$@"
]])
function(grade_on_a_disk options room_left)
    run(unshare -m sh "${WORK}/on_a_disk.sh" "${disk}" "${options}" "${room_left}" sh -c
        "exec ${workbook} --jobs 1 --submission \"$1\"" sh "${in}")
    foreach(variable IN ITEMS exit_code output standard_output last_command)
        set(${variable} "${${variable}}" PARENT_SCOPE)
    endforeach()
endfunction()
grade_on_a_disk(size=10m all)
if(user EQUAL 0 AND NOT exit_code EQUAL 77)
    expect_exit(2)
    expect_says("has not the 64 MiB of room")
    grade_on_a_disk(noexec all)
    expect_exit(2)
    expect_says("mounted with noexec")
    grade_on_a_disk(size=80m 16k)
    expect_exit(3)
    expect_says("This is not the submission's fault. ${disk} has not the 64 MiB of room")
    expect_json(passed lessons 0 verdict)
    expect_json(grader_error lessons 1 verdict)
endif()

# The own tree, with the same words.
solve(01_double_all double_all)
tool(grade 01 --format json --detail none)
expect_exit(0)
expect_says("passed")

# Killed while a compiler runs for very long: the file says what was graded, and nothing is left behind.
file(WRITE "${in}/${lessons}/02_negate/negate.cu" "#include \"negate.hpp\"
template <int depth, unsigned long long place> struct Tree {
    Tree<depth - 1, 2 * place> left;
    Tree<depth - 1, 2 * place + 1> right;
};
template <unsigned long long place> struct Tree<0, place> {};
Tree<40, 1> tree;\n")
grade(02 ${sandbox} --total-limit 1)
expect_exit(0)
expect_says("\"verdict\": \"timed_out\"")
expect_says("The lessons of a submission may take 1 s together")
file(REMOVE "${result}")
file(WRITE "${WORK}/kill.sh" [[
"$@" &
for i in $(seq 600); do
    grep -q not_graded "$RESULT" 2>/dev/null && break
    sleep 0.1
done
kill -TERM $!
wait $!
]])
run("${CMAKE_COMMAND}" -E env "RESULT=${result}" "TMPDIR=${WORK}" sh "${WORK}/kill.sh"
    "${TOOLS}/bin/workbook" --build "${build}" grade 02 ${sandbox} --submission "${in}" --format json
    --output "${result}")
expect_exit(3)
expect_says("NOT COMPLETE")
file(READ "${result}" output)
expect_says("not_graded")
expect_says("stopped by a signal")
file(GLOB left "${WORK}/.workbook-private-*")
if(left)
    fail("left behind: ${left}")
endif()
