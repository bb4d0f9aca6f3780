# An instructor grades a class: what is found in its folder, a grading that is killed and goes on, the
# workbook's own failures, and what the table says.
fresh_course()
configure()
expect_exit(0)
set(in "${WORK}/in")
set(out "${WORK}/out")
set(lessons "exercises/01_basics")
set(double_all "${lessons}/01_double_all/double_all.cu")
set(negate "${lessons}/02_negate/negate.cu")
file(MAKE_DIRECTORY "${WORK}/tmp")
set(ENV{TMPDIR} "${WORK}/tmp")
set(ENV{WORKBOOK_TIME_SCALE} 0.3) # what hangs is waited for; what does not takes no time to speak of

# submission(name folder [lesson]): what that folder of the course has, of that lesson or of both.
function(submission name folder)
    file(COPY "${course}/${folder}/01_basics/${ARGV2}" DESTINATION "${in}/${name}/${lessons}")
endfunction()

# replace_in(file from to)
function(replace_in file from to)
    file(READ "${file}" text)
    string(REPLACE "${from}" "${to}" text "${text}")
    file(WRITE "${file}" "${text}")
endfunction()

# grade_class(output words...)
macro(grade_class output)
    tool(grade --submissions "${in}" --output "${output}" --datetime 2026-11-22T04:00:00Z
        ${sandbox} ${ARGN})
endmacro()

# expect_row(label cells): the row of the table in `out` that begins so, up to the cells of the lessons.
function(expect_row label cells)
    file(READ "${out}/table.csv" output)
    if(NOT output MATCHES "\n${label},[^\n]*,${cells}\r?\n")
        fail("the table has no row ${label} ... ${cells}")
    endif()
    set(failures ${failures} PARENT_SCOPE)
endfunction()

# expect_same(a b): two files with the same bytes.
function(expect_same a b)
    file(SHA256 "${a}" hash_a)
    file(SHA256 "${b}" hash_b)
    if(NOT hash_a STREQUAL hash_b)
        fail("${a} and ${b} are different")
    endif()
    set(failures ${failures} PARENT_SCOPE)
endfunction()

# graded_files(variable): the reports of what is done, each with a number that another file in its place would change. A
# report that the journal does not have yet is written again.
function(graded_files variable)
    execute_process(COMMAND sh -c "cd '${out}/journal' && set -- *.json && cd ../reports && stat -c '%n|%i|%y' \"\$@\""
        OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REPLACE "\n" ";" text "${text}")
    set(${variable} "${text}" PARENT_SCOPE)
endfunction()

submission(hw1-solution solutions)
submission(hw1-stub exercises)
submission(hw1-mistake solutions 02_negate)
replace_in("${in}/hw1-mistake/${negate}" "= -data[i]" "= 1 - data[i]")
submission(hw1-crash solutions 01_double_all)
replace_in("${in}/hw1-crash/${double_all}" "int n) { kernel"
    "int n) { *static_cast<volatile int*>(nullptr) = n; kernel")
submission(hw1-hang solutions 02_negate)
replace_in("${in}/hw1-hang/${negate}" "int n) { kernel" "int n) { for (;;) sleep(1); kernel")
replace_in("${in}/hw1-hang/${negate}" "\n\n__global__" "\n#include <unistd.h>\n__global__")
file(CREATE_LINK "hw1-solution" "${in}/hw1-link" SYMBOLIC)
file(MAKE_DIRECTORY "${in}/Lovelace Ada_7_assignsubmission_file_/handed in")
file(COPY_FILE "${course}/solutions/01_basics/01_double_all/double_all.cu"
    "${in}/Lovelace Ada_7_assignsubmission_file_/handed in/double_all.cu")
file(COPY_FILE "${course}/solutions/01_basics/02_negate/negate.cu" "${in}/zuse_LATE_8_9_negate-1.cu")
file(WRITE "${in}/readme.txt" "")

# What asks for a build is counted.
file(WRITE "${WORK}/cmake.sh" "#!/bin/sh\n[ \"$1\" != --build ] || echo build >>'${WORK}/builds'\nexec '${CMAKE_COMMAND}' \"$@\"\n")
file(CHMOD "${WORK}/cmake.sh" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
replace_in("${build}/lessons.json" "\"cmake\" : \"${CMAKE_COMMAND}\"" "\"cmake\" : \"${WORK}/cmake.sh\"")

# Mistakes in the command are told before anything is graded.
set(sandbox "")
tool(grade --submissions "${in}")
expect_exit(2)
expect_says("--output DIR")
grade_class("${course}")
expect_exit(2)
expect_says("it holds other files")
grade_class("${in}/out")
expect_exit(2)
expect_says("it lies in the folder of the submissions")
tool(grade --submissions "${in}/hw1-solution" --output "${out}")
expect_exit(2)
expect_says("it is one submission")

# Killed in the middle: what is done is done.
file(WRITE "${WORK}/kill.sh" [[
"$@" &
for i in $(seq 1200); do
    [ "$(ls "$OUT"/journal/*.json 2>/dev/null | wc -l)" -ge 3 ] && break
    kill -0 $! 2>/dev/null || break
    sleep 0.05
done
kill -KILL $!
wait $!
]])
macro(grade_and_kill)
    run("${CMAKE_COMMAND}" -E env "OUT=${out}" sh "${WORK}/kill.sh" "${TOOLS}/bin/workbook" --build "${build}"
        --device virtual --seed 1 grade --submissions "${in}" --output "${out}" --jobs 1
        --datetime 2026-11-22T04:00:00Z ${sandbox})
endmacro()
grade_and_kill()
if(exit_code EQUAL 2 AND output MATCHES "cannot be confined")
    message(NOTICE "no sandbox here: ${output}")
    set(sandbox --unsandboxed)
    grade_and_kill()
endif()
expect_exit(137)
graded_files(before)
list(LENGTH before count)
if(count LESS 3 OR count GREATER 7)
    fail("killed in the middle, it has graded ${count}")
endif()
expect_missing("${out}/table.csv")

# It goes on, and nothing is graded twice.
grade_class("${out}")
expect_exit(2)
expect_says("with --resume")
file(REMOVE "${WORK}/builds")
grade_class("${out}" --resume --jobs 1)
expect_exit(0)
file(READ "${WORK}/builds" builds)
if(NOT builds STREQUAL "build\n")
    fail("the build is looked at once for a class, not for each submission: ${builds}")
endif()
expect_says("8 of 8 submissions graded")
expect_says("had been graded before")
graded_files(after)
foreach(report IN LISTS before)
    list(FIND after "${report}" at)
    if(at EQUAL -1)
        fail("graded twice: ${report}")
    endif()
endforeach()
file(GLOB left "${WORK}/tmp/*" "${WORK}/tmp/.*")
if(left)
    fail("left behind: ${left}")
endif()
expect_row(solution "1,passed,2,passed")
expect_row(stub "0,not_started,0,not_started")
expect_row(mistake "0,not_started,0,wrong_answer")
expect_row(crash "0,crashed,0,not_started")
expect_row(hang "0,not_started,0,timed_out")
expect_row(link "0,not_taken,0,not_taken")
expect_row("Lovelace Ada 7" "1,passed,0,not_started")
expect_row("zuse 8" "0,not_started,2,passed")
file(READ "${out}/table.json" standard_output)
expect_json("workbook/class/v1" schema)
expect_json("negate: 100 elements" lessons 1 failing_cases 0 case)

# The same as if nothing had happened.
grade_class("${WORK}/whole")
expect_exit(0)
foreach(report IN LISTS after)
    string(REGEX REPLACE "\\|.*" "" report "${report}")
    expect_same("${out}/reports/${report}" "${WORK}/whole/reports/${report}")
endforeach()
foreach(table IN ITEMS csv json html)
    expect_same("${out}/table.${table}" "${WORK}/whole/table.${table}")
endforeach()

# What has changed is graded again, and that alone.
file(COPY_FILE "${course}/solutions/01_basics/02_negate/negate.cu" "${in}/hw1-stub/${negate}")
grade_class("${out}" --resume)
expect_exit(0)
expect_row(stub "0,not_started,2,passed")
graded_files(changed)
list(REMOVE_ITEM changed ${after})
if(NOT changed MATCHES "^stub.json\\|[^;]*$")
    fail("graded again: ${changed}")
endif()

# What the workbook itself fails on is tried again; at the end no student is blamed, and there are no points.
file(REMOVE_RECURSE "${in}")
submission(ada solutions 01_double_all)
submission(bob exercises)
file(WRITE "${WORK}/hidden/${lessons}/01_double_all/check.cpp" "
#include \"double_all.hpp\"
#include \"harness/harness.hpp\"
#include <filesystem>
#include <fstream>
#include <unistd.h>
using namespace workbook;
// Our parent is the keeper, and the grading is its.
static pid_t grading_that_asks() {
    std::ifstream keeper(\"/proc/\" + std::to_string(getppid()) + \"/stat\");
    std::string number, name, state;
    pid_t parent = 0;
    keeper >> number >> name >> state >> parent;
    return parent;
}
TEST_CASE(\"hidden\") {
    // It dies whenever the first grading asks it, and as long as the file \"always\" is there.
    const std::string first = \"${WORK}/first\";
    if (!std::filesystem::exists(first)) std::ofstream(first) << grading_that_asks();
    pid_t first_grading = 0;
    std::ifstream(first) >> first_grading;
    if (first_grading == grading_that_asks() || std::filesystem::exists(\"${WORK}/always\"))
        _exit(9);
    if (std::filesystem::exists(\"${WORK}/without_a_place\"))
        std::filesystem::rename(\"${WORK}/tmp\", \"${WORK}/gone\");
    const Run run = WORKBOOK_RUN(double_all, device_inout(std::vector<int>{7}), 1);
    CHECK_THAT(run, completed());
}
")
# An output folder among temporary ones stays, whatever it is called.
set(out "${WORK}/tmp/workbook-graded")
grade_class("${out}" --hidden "${WORK}/hidden")
expect_exit(0)
expect_says("The workbook failed on 1, or memory or processors were short: tried again")
expect_row(ada "1,passed,0,not_started")
file(TOUCH "${WORK}/always")
set(out "${WORK}/always_fails")
grade_class("${out}" --hidden "${WORK}/hidden")
expect_exit(3)
expect_says("NOT COMPLETE: The workbook itself failed on 1 submission (ada)")
expect_row(ada ",3,false,[^\n]*,,grader_error,0,not_started")
file(REMOVE "${WORK}/always")
grade_class("${out}" --hidden "${WORK}/hidden" --resume)
expect_exit(0)
expect_says("1 had been graded before")
expect_row(ada "1,passed,0,not_started")

# What a verdict depends on includes all that the checker asks, such as a program that has the answers.
file(WRITE "${build}/lessons/01_double_all/reference" "another")
grade_class("${out}" --hidden "${WORK}/hidden" --resume)
expect_exit(0)
if(output MATCHES "had been graded before")
    fail("graded with another program of answers, and kept")
endif()
file(REMOVE "${build}/lessons/01_double_all/reference")

# A result that cannot be written, or a table, is that submission's alone: the others are graded, and what can be
# written is.
set(out "${WORK}/in_the_way")
file(MAKE_DIRECTORY "${out}/journal" "${out}/reports/ada.json/folder" "${out}/table.csv/folder")
grade_class("${out}" --resume)
expect_exit(3)
expect_says("NOT COMPLETE: The workbook itself failed on 1 submission (ada)")
expect_says("table.csv cannot be written")
file(READ "${out}/table.json" standard_output)
expect_json("The workbook failed on it, 3 times. ${out}/reports/ada.json cannot be written (Is a directory)."
    submissions 0 failure)
expect_json(ON submissions 1 complete)
file(REMOVE_RECURSE "${out}/reports/ada.json" "${out}/table.csv")
grade_class("${out}" --resume)
expect_exit(0)
expect_says("1 had been graded before")
expect_row(ada "1,passed,0,not_started")

# So is the loss of the temporary folder on the way.
file(TOUCH "${WORK}/without_a_place")
set(out "${WORK}/without")
grade_class("${out}" --hidden "${WORK}/hidden" --jobs 1)
file(REMOVE "${WORK}/without_a_place")
file(RENAME "${WORK}/gone" "${WORK}/tmp")
expect_exit(3)
expect_says("NOT COMPLETE: The workbook itself failed on 2 submissions (ada, bob)")
expect_row(bob ",3,false,[^\n]*There is no folder ${WORK}/tmp[^\n]*")
grade_class("${out}" --hidden "${WORK}/hidden" --resume)
expect_exit(0)
expect_row(ada "1,passed,0,not_started")

# What may be for want of memory is tried again with nothing beside it, once; then it is the student's.
file(REMOVE_RECURSE "${in}")
submission(ada solutions)
submission(kim solutions)
replace_in("${in}/kim/${double_all}" "int n) { kernel" "int n) { kill(getpid(), SIGKILL); kernel")
replace_in("${in}/kim/${double_all}" "\n\n__global__" "\n#include <csignal>\n#include <unistd.h>\n__global__")
set(out "${WORK}/doubt")
grade_class("${out}" --jobs 2 --memory 4)
expect_exit(0)
expect_says("The workbook failed on 1, or memory or processors were short: tried again")
expect_row(ada "1,passed,2,passed")
expect_row(kim "0,crashed,2,passed")
file(READ "${out}/journal/kim.json" standard_output)
expect_json(2 attempts)
