# What the scenarios are written with: a copy of the mini-course, running commands, and looking at what
# they said. A failed expectation prints the command's output and goes on; at the end all are counted.
set(failures 0)
set(course "${WORK}/course")
set(build "${WORK}/build")

function(fail text)
    math(EXPR count "${failures} + 1")
    set(failures ${count} PARENT_SCOPE)
    message(NOTICE "FAILED: ${text}\n--- after: ${last_command}\n${output}\n---")
endfunction()

# A fresh copy of the mini-course in ${course}, and no build.
macro(fresh_course)
    file(REMOVE_RECURSE "${WORK}")
    file(COPY "${WORKBOOK_SOURCE}/checker/tests/course/mini/" DESTINATION "${course}")
    message(NOTICE "== ${SCENARIO}")
endmacro()

# run(command...): sets exit_code, output (both streams), standard_output.
macro(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${WORK}"
        RESULT_VARIABLE exit_code OUTPUT_VARIABLE standard_output ERROR_VARIABLE standard_error)
    set(output "${standard_output}${standard_error}")
    string(REPLACE ";" " " last_command "${ARGN}")
endmacro()

# configure([options...]) and tool(words...): CMake and the workbook program on the copy.
macro(configure)
    run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${course}" -B "${build}" -DWORKBOOK_TOOLS=${TOOLS}
        ${ARGN})
endmacro()

macro(tool)
    run("${TOOLS}/bin/workbook" --build "${build}" --device virtual --seed 1 ${ARGN})
endmacro()

macro(expect_exit code)
    if(NOT exit_code EQUAL ${code})
        fail("exit code ${exit_code}, expected ${code}")
    endif()
endmacro()

# Line breaks and indentation are the terminal's business: compared as if everything stood in one line.
function(expect_says text)
    string(REGEX REPLACE "[ \n]+" " " flat "${output}")
    string(FIND "${flat}" "${text}" at)
    if(at EQUAL -1)
        fail("it does not say \"${text}\"")
    endif()
    set(failures ${failures} PARENT_SCOPE)
endfunction()

function(expect_silent_on text)
    string(FIND "${output}" "${text}" at)
    if(NOT at EQUAL -1)
        fail("it says \"${text}\"")
    endif()
    set(failures ${failures} PARENT_SCOPE)
endfunction()

# expect_json(value path...): of the JSON array on standard output.
function(expect_json value)
    string(JSON actual ERROR_VARIABLE error GET "${standard_output}" ${ARGN})
    if(NOT actual STREQUAL value)
        string(REPLACE ";" "." path "${ARGN}")
        fail("${path} is ${actual} (${error}), expected ${value}")
    endif()
    set(failures ${failures} PARENT_SCOPE)
endfunction()

function(expect_exists file)
    if(NOT EXISTS "${file}")
        fail("${file} does not exist")
    endif()
    set(failures ${failures} PARENT_SCOPE)
endfunction()

function(expect_missing file)
    if(EXISTS "${file}")
        fail("${file} exists")
    endif()
    set(failures ${failures} PARENT_SCOPE)
endfunction()

# The student solves a lesson, or writes `text` in place of its first region's body.
function(solve lesson name)
    file(COPY_FILE "${course}/solutions/01_basics/${lesson}/${name}.cu"
        "${course}/exercises/01_basics/${lesson}/${name}.cu")
endfunction()

function(write_region lesson name text)
    set(file "${course}/exercises/01_basics/${lesson}/${name}.cu")
    file(READ "${WORKBOOK_SOURCE}/checker/tests/course/mini/exercises/01_basics/${lesson}/${name}.cu"
        content)
    string(REPLACE "    // end of TODO 1" "    ${text}\n    // end of TODO 1" content "${content}")
    file(WRITE "${file}" "${content}")
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/scenarios/${SCENARIO}.cmake")

if(failures GREATER 0)
    message(FATAL_ERROR "${failures} expectations of the scenario ${SCENARIO} were not met")
endif()
