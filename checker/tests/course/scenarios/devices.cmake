# Grading on the virtual GPU and on another one. The other one is pretended: where a check program is to run on the GPU,
# it runs on the virtual one and gives it another name, and takes the program learner.gpu where there is one: what is
# computed there may be something else.
fresh_course()
configure()
expect_exit(0)
file(WRITE "${WORK}/pretend.sh" [[#!/bin/sh
here=$(dirname "$0") on_gpu=''
case " $* " in
*" --find-gpu "*) echo "Pretended GPU"; exit 0 ;;
*" --device gpu "*) on_gpu=1; set -- "$@" --device virtual ;; # of two the last one counts
esac
[ -z "$on_gpu" ] || [ ! -f "$here/learner.gpu" ] || set -- "$@" --learner "$here/learner.gpu"
"$here/check" "$@"
code=$?
[ -n "$on_gpu" ] || exit $code
sed 's/"virtual GPU"/"Pretended GPU"/' /proc/self/fd/3 > "$here/said" && cat "$here/said" > /proc/self/fd/3
exit $code
]])
file(READ "${build}/lessons.json" text)
foreach(lesson IN ITEMS 01_double_all 02_negate)
    file(MAKE_DIRECTORY "${build}/lessons/${lesson}")
    configure_file("${WORK}/pretend.sh" "${build}/lessons/${lesson}/pretend"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE COPYONLY)
    string(REPLACE "/${lesson}/check\"" "/${lesson}/pretend\"" text "${text}")
endforeach()
string(REGEX REPLACE "\"tracer\" *: *\"[^\"]*\"" "\"tracer\" : \"/no/tracer.so\"" text "${text}")
file(WRITE "${build}/lessons.json" "${text}")

# grade_on(device words...)
macro(grade_on device)
    run("${TOOLS}/bin/workbook" --build "${build}" --device ${device} --seed 1 grade ${ARGN})
    expect_exit(0)
endmacro()

# What passes on both.
solve(01_double_all double_all)
solve(02_negate negate)
grade_on(auto --format json)
expect_json(both device kind)
expect_json("virtual GPU and Pretended GPU" device name)
expect_json(passed lessons 0 verdict)
expect_json("virtual GPU and Pretended GPU" lessons 0 device name)
expect_json(passed lessons 1 verdict)
expect_silent_on("protects")
tool(grade --format json) # with --device virtual
expect_json(virtual device kind)
expect_json("virtual GPU" device name)

# What is wrong on the GPU alone: the verdict is the GPU's, and the report says so, with and without messages.
set(lesson "${build}/lessons/01_double_all")
set(source "${course}/exercises/01_basics/01_double_all/double_all.cu")
file(COPY_FILE "${lesson}/learner" "${lesson}/learner.right")
file(READ "${source}" right)
string(REPLACE "data[i] + data[i]" "data[i] + 1" wrong "${right}")
file(WRITE "${source}" "${wrong}")
tool(check 01)
expect_says("wrong answer")
file(COPY_FILE "${lesson}/learner" "${lesson}/learner.gpu")
file(WRITE "${source}" "${right}")
grade_on(auto)
expect_says("On the Pretended GPU and not on the virtual GPU: `data` of double_all()")
expect_says("0 of 1 cases passed; not passed: \"double_all: 100 elements\". Went wrong on the Pretended GPU and not on \
the virtual GPU: \"double_all: 100 elements\".")
grade_on(auto --format json --detail none)
expect_json(wrong_answer lessons 0 verdict)
expect_json(0 lessons 0 points)
expect_json(passed lessons 1 verdict)
expect_says("and not on the virtual GPU")

# What is wrong on the virtual GPU, too, or there alone, has its verdict.
file(WRITE "${source}" "${wrong}")
file(COPY_FILE "${lesson}/learner.right" "${lesson}/learner.gpu")
grade_on(auto --format json)
expect_json(wrong_answer lessons 0 verdict)
expect_json("virtual GPU" lessons 0 device name)

# On a GPU alone a verdict rests on results that the student's program could change.
grade_on(gpu --format json)
expect_json(gpu device kind)
expect_json(passed lessons 0 verdict)
string(JSON output GET "${standard_output}" warnings 0)
expect_says("in its own process, where nothing protects it")
