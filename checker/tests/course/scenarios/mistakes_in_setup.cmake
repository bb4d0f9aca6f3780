# What is wrong with a set-up is said in one clear message, when it is configured.
set(lesson "exercises/01_basics/02_negate")

macro(expect_refusal text)
    expect_exit(1)
    expect_says("${text}")
    string(REGEX MATCHALL "CMake Error" errors "${output}")
    list(LENGTH errors count)
    if(NOT count EQUAL 1)
        fail("${count} errors instead of one")
    endif()
endmacro()

# A whole course again in the same build, which has found its compilers: to look for them takes longer than all else. Options
# stay as they were, but for those that are given.
macro(mended_course)
    file(REMOVE_RECURSE "${course}")
    file(COPY "${WORKBOOK_SOURCE}/checker/tests/course/mini/" DESTINATION "${course}")
endmacro()
set(as_usual -DWORKBOOK_BUILD_TESTS=OFF -DWORKBOOK_SOLUTIONS=OFF)

fresh_course()
foreach(file IN ITEMS README.md negate.hpp negate.cu check.cpp)
    mended_course()
    file(REMOVE "${course}/${lesson}/${file}")
    configure(${as_usual})
    expect_refusal("the file ${lesson}/${file} is missing")
endforeach()

mended_course()
file(REMOVE_RECURSE "${course}/solutions")
configure(${as_usual})
expect_exit(0) # a student need not have them
configure(-DWORKBOOK_SOLUTIONS=ON)
expect_refusal("double_all.cu is missing")

mended_course()
file(REMOVE_RECURSE "${course}/${lesson}")
configure(${as_usual})
expect_refusal("the folder ${lesson} does not exist")

# A new stub must say what is to be done; a student who deletes the comment is only warned, in each build.
mended_course()
file(WRITE "${course}/${lesson}/negate.cu" "int nothing;\n")
foreach(tests IN ITEMS ON OFF)
    configure(-DWORKBOOK_BUILD_TESTS=${tests} -DWORKBOOK_SOLUTIONS=OFF)
    expect_exit(0)
    expect_says("has no line \"// TODO 1: ...\"")
endforeach()
file(REMOVE "${course}/exercises/stubs.sha256")
configure(${as_usual})
expect_refusal("has no line \"// TODO 1: ...\"")

mended_course()
file(WRITE "${course}/${lesson}/notes.txt" "")
foreach(tests IN ITEMS ON OFF)
    configure(-DWORKBOOK_BUILD_TESTS=${tests} -DWORKBOOK_SOLUTIONS=OFF)
    expect_exit(0)
    expect_says("notes.txt does not belong to a lesson")
endforeach()

mended_course()
file(WRITE "${course}/${lesson}/README.md" "# negate\n")
configure(${as_usual} -DWORKBOOK_BUILD_TESTS=ON)
expect_refusal("has no section \"## Hints\"")

mended_course()
file(APPEND "${course}/exercises/CMakeLists.txt" "workbook_add_lesson(01_basics/03_x TITLE x)\n")
configure(${as_usual})
expect_refusal("lacks POINTS")

# A lesson comes after those that it needs, on each of its tracks.
mended_course()
file(APPEND "${course}/exercises/CMakeLists.txt" "workbook_add_lesson(01_basics/03_x TITLE x POINTS 1 NEEDS 04_y)\n")
configure(${as_usual})
expect_refusal("needs 04_y, which is not listed before it")
mended_course()
file(READ "${course}/exercises/CMakeLists.txt" list)
string(REPLACE "POINTS 2" "POINTS 2 TRACKS fast other" list "${list}")
file(WRITE "${course}/exercises/CMakeLists.txt" "${list}")
configure(${as_usual})
expect_refusal("is on the track \"other\" and needs 01_double_all, which is not on it")

fresh_course()
configure(-DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON -DWORKBOOK_CATCH2_URL=file:///no/such/archive)
expect_refusal("Catch2 3 is not installed and could not be fetched")

fresh_course()
configure(-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON)
expect_refusal("libfmt-dev libcli11-dev")

# An nvcc that is too old is none.
fresh_course()
file(WRITE "${WORK}/old/nvcc" "#!/bin/sh\necho 'Cuda compilation tools, release 12.0, V12.0.140'\n")
file(CHMOD "${WORK}/old/nvcc" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
run("${CMAKE_COMMAND}" -E env --unset=CUDACXX "PATH=${WORK}/old:/usr/bin:/bin"
    "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${course}" -B "${build}" -DWORKBOOK_TOOLS=${TOOLS}
    -DWORKBOOK_NVCC_PLACES=/no/such/folder -DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM})
expect_refusal("nvcc was not found")
