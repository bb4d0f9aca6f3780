# A student's way through the course, from the untouched stubs to a full board.
fresh_course()
configure()
expect_exit(0)
set(double_all "${course}/exercises/01_basics/01_double_all/double_all.cu")

# Nothing touched: nothing is built, everything is "not started".
tool(list)
expect_exit(0)
expect_says("01_double_all")
expect_says("after 01_double_all")
tool()
expect_exit(0)
expect_says("Grading YOUR tree, exercises/")
expect_says("0 of 2 lessons, 0 of 3 points")
expect_says("Work on next: 01_double_all")
expect_says("exercises/01_basics/01_double_all/double_all.cu:5")
tool(check --format json)
expect_exit(1)
expect_json(01_double_all 0 lesson)
expect_json(not_started 0 verdict)
expect_json(not_started 1 verdict)
expect_missing("${build}/lessons/01_double_all/learner")

# One lesson solved.
solve(01_double_all double_all)
tool(check 01_double_all --format json)
expect_exit(0)
expect_json(01_double_all 0 lesson)
expect_json(passed 0 verdict)
expect_json(1 0 points)
expect_json(1 0 max_points)
expect_json(exercises 0 tree)
expect_json(1 0 seed)
string(JSON device GET "${standard_output}" 0 device)
if(NOT device MATCHES "[Vv]irtual GPU")
    fail("the device is ${device}")
endif()

# A pass is remembered, and opens the solution.
tool(list --done)
expect_exit(0)
expect_says("[+] 01_double_all")
tool(solution 01)
expect_exit(0)
expect_says("solutions/01_basics/01_double_all/double_all.cu")
expect_says("// Solution 1")

# Nothing changed: nothing is built again.
file(TIMESTAMP "${build}/lessons/01_double_all/learner" before "%s")
run("${CMAKE_COMMAND}" -E sleep 1.1)
tool(check 01)
expect_exit(0)
file(TIMESTAMP "${build}/lessons/01_double_all/learner" after "%s")
if(NOT before STREQUAL after)
    fail("the learner program was built again")
endif()

# A wrong answer is explained, with the way to get the same numbers again.
write_region(02_negate negate "if (i < n) data[i] = i;")
tool(check 02_negate)
expect_exit(1)
expect_says("wrong answer")
expect_says("WORKBOOK_SEED=1")
expect_says("0 of 2 points")

# An access out of bounds is a fault with its line.
write_region(02_negate negate "data[i] = -data[i];")
tool(check 02_negate --format json)
expect_json(fault 0 verdict)
expect_says("negate.cu")

# The command lines of `debug` work as they stand: this one makes the faulty call again.
tool(debug 02)
expect_exit(0)
expect_says("Recorded: the first call that goes wrong, negate().")
expect_says("'break negate' -ex run --args")
string(REGEX MATCH "LD_LIBRARY_PATH=[^\n]*" command "${output}")
run(sh -c "${command}")
expect_says("Invalid __global__ read of size 4 bytes")

# What its kernels did is shown all the same, beside the source.
tool(profile 2)
expect_exit(0)
expect_says("negate.cu, on the virtual GPU")
expect_says("! line 6: Invalid __global__ read of size 4 bytes")
expect_says("! 6 | data[i] = -data[i];")
expect_says("did not pass; ./workbook check 02_negate says more")
tool(profile 2 --against solution)
expect_exit(2)
expect_says("02_negate has not passed yet")
tool(profile 2 --against ${course}/nothing.cu)
expect_exit(2)
expect_says("There is no file")

# What does not compile has a verdict of its own and disturbs no other lesson.
write_region(02_negate negate "data[j] = 0;")
file(APPEND "${course}/exercises/01_basics/02_negate/negate.cu" "int forgotten() {}\n")
tool(check --format json)
expect_exit(1)
expect_json(passed 0 verdict)
expect_json(does_not_compile 1 verdict)
expect_json(exercises/01_basics/02_negate/negate.cu 1 messages 0 file)
expect_json(6 1 messages 0 line)
expect_says("identifier \\\"j\\\" is undefined")
expect_says("missing return statement") # elsewhere a warning
tool(profile 02)
expect_exit(1)
expect_says("identifier \"j\" is undefined")
tool()
expect_exit(0)
expect_says("1 of 2 lessons, 1 of 3 points")
expect_says("does not compile")

# A host function that device code calls through one for both: a warning elsewhere, and wrong values.
write_region(02_negate negate "data[i] = -data[i];")
file(APPEND "${course}/exercises/01_basics/02_negate/negate.cu"
    "int on_host(int x) { return x; }\n__host__ __device__ int both(int x) { return on_host(x); }\n")
tool(check 02_negate)
expect_exit(1)
expect_says("function(\"on_host(int)\") from a __host__ __device__ function(\"both\") is not allowed")
expect_says("needs __host__ __device__ before its definition")

# A function that is missing altogether.
file(WRITE "${course}/exercises/01_basics/02_negate/negate.cu" "#include \"negate.hpp\"\n")
tool(check 02_negate)
expect_exit(1)
expect_says("negate(int*, int) is declared but defined nowhere")

# ctest alone does: it builds what changed. In parallel, too.
run("${CMAKE_CTEST_COMMAND}" --test-dir "${build}" -R 01_double_all)
expect_exit(0)
solve(02_negate negate)
run("${CMAKE_CTEST_COMMAND}" --test-dir "${build}" -L lesson -j 2)
expect_exit(0)
expect_says("100% tests passed") # CMake 4 words the rest of the line differently

tool()
expect_exit(0)
expect_says("Every lesson has passed.")

# A profile beside another program's, as data, and where a GPU is asked for. The other one launches
# nothing, and the student's file stays as it is.
file(READ "${course}/exercises/01_basics/02_negate/negate.cu" text)
string(REGEX REPLACE "kernel<<<[^;]+;" "" idle "${text}")
file(WRITE "${course}/idle of mine.cu" "${idle}")
tool(profile 02_negate --against "${course}/idle of mine.cu")
expect_exit(0)
expect_says("No kernel was launched")
expect_silent_on("0 sectors")
run("${TOOLS}/bin/workbook" --build "${build}" --device gpu --seed 1 profile 2)
expect_exit(0)
expect_says("A GPU counts nothing of this")
expect_says("Nothing stands out")
expect_says("4 requests of 3.3 sectors each")
tool(profile 2 --format json)
expect_exit(0)
string(JSON sectors ERROR_VARIABLE error GET "${standard_output}" programs 0 kernels 0 counters
    global_load_sectors)
if(NOT sectors EQUAL 13)
    fail("${sectors} sectors (${error}), expected 13: 100 elements of 4 bytes")
endif()
tool(profile 2 --launch 9)
expect_exit(2)
expect_says("There is no launch 9")

# The header is a source too.
file(APPEND "${course}/exercises/01_basics/02_negate/negate.hpp" "#error changed\n")
tool(check 02 --format json)
expect_json(does_not_compile 0 verdict)
