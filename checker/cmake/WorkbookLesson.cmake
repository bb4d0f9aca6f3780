# One lesson = one call of workbook_add_lesson(). From it follow the learner program, its checker, the
# ctest entry and the row in lessons.json that the command line tool reads.
#
#     workbook_add_lesson(01_launch/03_square_port
#         TITLE "..." POINTS 3 [NEEDS 02_first_kernel ...] [TRACKS fast ...] [EXTENDED_LAMBDA]
#         [BROKEN_STUB] [HOST_LAMBDA] [OWN_MAIN] [ARCHITECTURE 90] [LIBRARIES nvrtc ...])
#
# workbook_add_chapter("...") begins a chapter: the heading that the board and the list show above the lessons
# behind it. Without one, the heading is the lesson's part.
#
# Files of a lesson (NAME is the folder's name without its number):
#     exercises/<part>/<NN_NAME>/   README.md  NAME.hpp  NAME.cu  check.cpp  and pictures (*.svg)
#     solutions/<part>/<NN_NAME>/   NAME.cu
# A lesson may have given code besides, none of which is compiled behind a student's text, whose macros
# and names could change it:
#     given.cu      a part of the learner program, compiled alone: kernels, counters, what is played around
#                   the student's functions. given.hpp declares it for probe.cu and reference.cu.
#     probe.cu      where the task is a class or a template, which no checker can call: functions that use
#                   it, then the student's file (#include WORKBOOK_LESSON_FILE), in the last line. Then the
#                   probe is what is compiled.
#     reference.cu  a program of its own, without anything of the student's, which check.cpp asks for what it
#                   compares with (WORKBOOK_REFERENCE); reference.hpp declares its functions.
# NEEDS names lessons that are learnt before this one: the list has them before it.
# TRACKS names the shorter ways through the course that the lesson is on (`workbook list --track fast`). What it
# needs is on them, too.
# EXTENDED_LAMBDA lets device lambdas be written in host code; asked for where it is needed because it
# makes nvcc half a second slower.
# HOST_LAMBDA lets functions of CUDA's headers that are for both sides be given a lambda of the host, at the price
# of a warning where others have an error: device code that calls a function of the host by way of one for both.
# OWN_MAIN says that the student's file is a program of its own: its main() is compiled as main_of_the_lesson(),
# which the header declares, since the learner program has one of its own.
# BROKEN_STUB says that the stub is code with mistakes, put there on purpose, to be found: then a check
# that is asked for by name grades it as it was handed out, and it must fail every case.
# ARCHITECTURE is the compute capability that the lesson's device code needs, if it is more than that of all lessons
# (WorkbookCuda.cmake): 90 for thread block clusters. No code is made for a GPU below it. 90a, for wgmma: no code is made
# for other GPUs than those of 9.0.
# LIBRARIES names libraries of the CUDA Toolkit that the learner program is linked with. A lesson whose
# library the toolkit at hand does not have is left out. On the virtual GPU, cublas is the virtual GPU's own.
include_guard(GLOBAL)
include(WorkbookLessonFiles)

# Where the two trees are; the mini-course of the tests sets its own.
if(NOT DEFINED WORKBOOK_COURSE_DIR)
    set(WORKBOOK_COURSE_DIR "${PROJECT_SOURCE_DIR}")
endif()

# workbook_add_learner(target SOURCE file LESSON name OUTPUT folder)
# A program that serves calls of one .cu: the student's, the solution, or a mistake of the tests.
# g++ links it (nvcc would add half a second) against the shared CUDA runtime.
function(workbook_add_learner target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;LESSON;OUTPUT" "")
    get_property(folder GLOBAL PROPERTY WORKBOOK_LESSON_${arg_LESSON}_FOLDER)
    get_property(own_options GLOBAL PROPERTY WORKBOOK_LESSON_${arg_LESSON}_OPTIONS)
    set(compiled "${arg_SOURCE}")
    if(EXISTS "${folder}/probe.cu")
        set(compiled "${folder}/probe.cu")
    endif()
    get_property(given GLOBAL PROPERTY WORKBOOK_LESSON_${arg_LESSON}_GIVEN)
    add_executable(${target} "${compiled}" ${given})
    if(NOT compiled STREQUAL arg_SOURCE)
        target_compile_definitions(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:CUDA>:WORKBOOK_LESSON_FILE="${arg_SOURCE}">)
    endif()
    workbook_compile_device_code(${target} "${folder}")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${own_options}>")
    workbook_finish_learner(${target} LESSON ${arg_LESSON} OUTPUT "${arg_OUTPUT}" NAME learner)
endfunction()

function(workbook_compile_device_code target folder)
    target_include_directories(${target} PRIVATE "${folder}" "${WORKBOOK_CHECKER_DIR}")
    get_filename_component(lesson "${folder}" NAME)
    workbook_set_architecture(${target} ${lesson})
    # Warnings otherwise, of code that crashes or does nothing: a function that ends without its return (940),
    # device code that calls a function of the host (the others). 20013 is a function for both sides that calls one
    # of the host: CUDA's own headers do so with a host's lambda.
    get_property(host_lambda GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_HOST_LAMBDA)
    set(errors 940,20011,20013,20014)
    if(host_lambda)
        set(errors 940,20011,20014)
    endif()
    # The last call of a function would be a jump, and reports would give it the line of the function's caller.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;--diag-error=${errors};-Xcompiler=-fno-optimize-sibling-calls>)
endfunction()

# Compiles the target's device code for what the lesson needs, if it says so.
function(workbook_set_architecture target lesson)
    get_property(needed GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_ARCHITECTURE)
    if(NOT needed)
        return()
    endif()
    set(architectures ${needed}-virtual)
    string(REGEX REPLACE "[a-z]$" "" least "${needed}")
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
        if(NOT architecture MATCHES "^([0-9]+)[a-z]?-real$" OR CMAKE_MATCH_1 LESS least)
            continue()
        endif()
        if(needed STREQUAL least)
            list(APPEND architectures "${architecture}")
        elseif(CMAKE_MATCH_1 EQUAL least)
            list(APPEND architectures "${needed}-real")
        endif()
    endforeach()
    list(REMOVE_DUPLICATES architectures)
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${architectures}")
endfunction()

# workbook_add_server(target HEADER name FOLDER folder)
# The code that serves calls, compiled with a header of the lesson's: once, not with every edit.
function(workbook_add_server target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;FOLDER" "")
    add_library(${target} OBJECT "${WORKBOOK_CHECKER_DIR}/learner/main.cpp")
    target_compile_definitions(${target} PRIVATE
        "WORKBOOK_LESSON_HEADER=\"${arg_HEADER}\"")
    target_include_directories(${target} PRIVATE "${arg_FOLDER}")
    target_include_directories(${target} SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
    target_link_libraries(${target} PRIVATE workbook::learner workbook::warnings)
endfunction()

# workbook_embed_header(target header)
# Lets a check program name arrays as the lesson's header does. An object of its own: what a check is compiled to
# has one source, which hidden checks take the place of (checker/cli/submission/hidden.cpp).
function(workbook_embed_header target header)
    set(embedded "${CMAKE_CURRENT_BINARY_DIR}/parameters_of_${target}.cpp")
    set(script "${WORKBOOK_CHECKER_DIR}/cmake/embed_header.cmake")
    add_custom_command(OUTPUT "${embedded}"
        COMMAND "${CMAKE_COMMAND}" "-DHEADER=${header}" "-DOUTPUT=${embedded}" -P "${script}"
        DEPENDS "${header}" "${script}" VERBATIM)
    add_library(parameters_of_${target} OBJECT "${embedded}")
    target_include_directories(parameters_of_${target} PRIVATE "${WORKBOOK_CHECKER_DIR}")
    target_link_libraries(parameters_of_${target} PRIVATE workbook::warnings)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:parameters_of_${target}>)
endfunction()

# workbook_finish_learner(target LESSON name OUTPUT folder NAME program)
# How a learner program is linked, and where it comes to lie.
function(workbook_finish_learner target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LESSON;OUTPUT;NAME" "")
    target_link_libraries(${target} PRIVATE workbook::learner)
    get_property(libraries GLOBAL PROPERTY WORKBOOK_LESSON_${arg_LESSON}_LIBRARIES)
    if(libraries)
        list(TRANSFORM libraries REPLACE "(.+)" "${WORKBOOK_CUDA_LIBRARIES}/lib\\1.so")
        target_link_libraries(${target} PRIVATE ${libraries})
        # A RUNPATH, which LD_LIBRARY_PATH goes before: the folder has NVIDIA's CUDA runtime, too.
        target_link_options(${target} PRIVATE
            "LINKER:--enable-new-dtags,-rpath,${WORKBOOK_CUDA_LIBRARIES}")
    endif()
    set_target_properties(${target} PROPERTIES
        LINKER_LANGUAGE CXX
        OUTPUT_NAME "${arg_NAME}"
        SKIP_BUILD_RPATH ON # the checker says which CUDA runtime is found
        RUNTIME_OUTPUT_DIRECTORY "${arg_OUTPUT}")
endfunction()

function(workbook_add_chapter title)
    set_property(GLOBAL PROPERTY WORKBOOK_CHAPTER "${title}")
endfunction()

function(workbook_add_lesson path)
    cmake_parse_arguments(PARSE_ARGV 1 arg "EXTENDED_LAMBDA;BROKEN_STUB;HOST_LAMBDA;OWN_MAIN"
        "TITLE;POINTS;ARCHITECTURE"
        "NEEDS;TRACKS;LIBRARIES")
    get_filename_component(lesson "${path}" NAME)
    get_filename_component(part "${path}" DIRECTORY)
    string(REGEX REPLACE "^[0-9]+_" "" name "${lesson}")
    set(folder "${WORKBOOK_COURSE_DIR}/exercises/${path}")
    set(solution "${WORKBOOK_COURSE_DIR}/solutions/${path}/${name}.cu")
    foreach(option IN ITEMS TITLE POINTS)
        if(NOT DEFINED arg_${option})
            message(FATAL_ERROR "Lesson ${path}: its call of workbook_add_lesson lacks ${option}.")
        endif()
    endforeach()
    get_property(known GLOBAL PROPERTY WORKBOOK_LESSONS)
    foreach(needed IN LISTS arg_NEEDS)
        if(NOT needed IN_LIST known)
            message(FATAL_ERROR
                "Lesson ${path} needs ${needed}, which is not listed before it in exercises/CMakeLists.txt.")
        endif()
        get_property(tracks GLOBAL PROPERTY WORKBOOK_LESSON_${needed}_TRACKS)
        foreach(track IN LISTS arg_TRACKS)
            if(NOT track IN_LIST tracks)
                message(FATAL_ERROR
                    "Lesson ${path} is on the track \"${track}\" and needs ${needed}, which is not on it.")
            endif()
        endforeach()
    endforeach()
    foreach(library IN LISTS arg_LIBRARIES)
        if(NOT EXISTS "${WORKBOOK_CUDA_LIBRARIES}/lib${library}.so")
            message(STATUS "Lesson ${path} is left out: it needs lib${library}.so of the CUDA Toolkit, "
                "which is not in ${WORKBOOK_CUDA_LIBRARIES}.")
            return()
        endif()
    endforeach()
    # What a learner program finds in its place on the virtual GPU.
    if("cublas" IN_LIST arg_LIBRARIES AND TARGET workbook_cudart_13 AND NOT TARGET workbook_cublas_13)
        message(STATUS "Lesson ${path} is left out: the virtual GPU's cuBLAS was not built.")
        return()
    endif()
    workbook_read_stub_hash("${path}/${name}.cu" pristine)
    workbook_check_lesson_files("${path}" "${name}" "${pristine}")

    set(source "${folder}/${name}.cu")
    if(WORKBOOK_SOLUTIONS)
        set(source "${solution}")
    endif()
    set(output "${CMAKE_BINARY_DIR}/lessons/${lesson}")
    set_property(GLOBAL APPEND PROPERTY WORKBOOK_LESSONS ${lesson})
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_FOLDER "${folder}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_TRACKS "${arg_TRACKS}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_POINTS "${arg_POINTS}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_SOLUTION "${solution}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_STUB "${folder}/${name}.cu")
    set(own_options "")
    if(arg_EXTENDED_LAMBDA)
        list(APPEND own_options --extended-lambda)
    endif()
    if(arg_OWN_MAIN)
        list(APPEND own_options -Dmain=main_of_the_lesson)
    endif()
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_OPTIONS "${own_options}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_ARCHITECTURE "${arg_ARCHITECTURE}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_BROKEN_STUB "${arg_BROKEN_STUB}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_HOST_LAMBDA "${arg_HOST_LAMBDA}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_LIBRARIES "${arg_LIBRARIES}")

    # The main() of the learner program, compiled with this lesson's header: it serves the checker's calls.
    workbook_add_server(serve_${lesson} HEADER ${name}.hpp FOLDER "${folder}")
    set(given serve_${lesson})
    if(EXISTS "${folder}/given.cu")
        add_library(given_${lesson} OBJECT "${folder}/given.cu")
        workbook_compile_device_code(given_${lesson} "${folder}")
        list(PREPEND given given_${lesson})
    endif()
    set(given_targets ${given})
    # Objects of the learner program that are not the student's.
    list(TRANSFORM given REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_${lesson}_GIVEN ${given})

    # Not part of `all`: code that does not compile must not stop anything but its own lesson.
    workbook_add_learner(learner_${lesson} SOURCE "${source}" LESSON ${lesson} OUTPUT "${output}")
    set_target_properties(learner_${lesson} PROPERTIES EXCLUDE_FROM_ALL ON)

    # Another file in place of the student's, which the tool puts there (`profile --against`).
    set(other "${output}/other/${name}.cu")
    set_source_files_properties("${other}" PROPERTIES GENERATED ON)
    workbook_add_learner(other_${lesson} SOURCE "${other}" LESSON ${lesson} OUTPUT "${output}/other")
    set_target_properties(other_${lesson} PROPERTIES EXCLUDE_FROM_ALL ON)

    if(EXISTS "${folder}/reference.cu")
        workbook_add_server(serve_reference_${lesson} HEADER reference.hpp FOLDER "${folder}")
        add_executable(reference_${lesson}
            "${folder}/reference.cu" $<TARGET_OBJECTS:serve_reference_${lesson}>)
        workbook_compile_device_code(reference_${lesson} "${folder}")
        workbook_finish_learner(reference_${lesson} LESSON ${lesson} OUTPUT "${output}" NAME reference)
    endif()

    add_executable(check_${lesson} "${folder}/check.cpp")
    workbook_embed_header(check_${lesson} "${folder}/${name}.hpp")
    target_include_directories(check_${lesson} PRIVATE "${folder}")
    target_include_directories(check_${lesson} SYSTEM PRIVATE
        ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
    target_link_libraries(check_${lesson} PRIVATE
        workbook::harness workbook::check_main workbook::warnings)
    # All that they share, Catch2 and the harness, is read once; -O1: they run for a second.
    target_compile_options(check_${lesson} PRIVATE -O1)
    get_property(known GLOBAL PROPERTY WORKBOOK_FIRST_CHECK)
    if(known)
        target_precompile_headers(check_${lesson} REUSE_FROM ${known})
    else()
        target_precompile_headers(check_${lesson} PRIVATE "${WORKBOOK_CHECKER_DIR}/harness/harness.hpp")
        set_property(GLOBAL PROPERTY WORKBOOK_FIRST_CHECK check_${lesson})
    endif()
    set_target_properties(check_${lesson} PROPERTIES
        OUTPUT_NAME check RUNTIME_OUTPUT_DIRECTORY "${output}")
    if(TARGET reference_${lesson})
        add_dependencies(check_${lesson} reference_${lesson})
    endif()
    add_custom_target(lesson_${lesson} DEPENDS learner_${lesson} check_${lesson})
    # All but the student's part: what `workbook grade --submission` needs.
    add_custom_target(grader_${lesson})
    add_dependencies(grader_${lesson} check_${lesson} ${given_targets})
    if(TARGET workbook_learner) # else imported (checker/tests/course)
        add_dependencies(grader_${lesson} workbook_learner)
    endif()
    # What the learner program finds in place of NVIDIA's runtime; and the tracer for the real one.
    set(runtimes workbook_cudart_12 workbook_cudart_13 workbook_cupti)
    if("cublas" IN_LIST arg_LIBRARIES)
        list(APPEND runtimes workbook_cublas_13)
    endif()
    foreach(runtime IN LISTS runtimes)
        if(TARGET ${runtime})
            add_dependencies(check_${lesson} ${runtime})
        endif()
    endforeach()

    workbook_append_lesson_json()
    if(NOT WORKBOOK_BUILD_TESTS)
        add_test(NAME ${lesson} COMMAND "${WORKBOOK_CLI}" --build "${CMAKE_BINARY_DIR}" check ${lesson})
        set_tests_properties(${lesson} PROPERTIES LABELS lesson)
    endif()
endfunction()

# workbook_json_texts(object [name text]...)
# Gives the JSON object in the variable `object` these members.
function(workbook_json_texts object)
    set(json "${${object}}")
    math(EXPR last "${ARGC} - 1")
    foreach(i RANGE 1 ${last} 2)
        math(EXPR at "${i} + 1")
        workbook_json_text(value "${ARGV${at}}")
        string(JSON json SET "${json}" "${ARGV${i}}" "${value}")
    endforeach()
    set(${object} "${json}" PARENT_SCOPE)
endfunction()

# Sets `result` to the text as JSON has it, between quotation marks.
function(workbook_json_text result text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

# Sets `result` to the texts as a JSON array.
function(workbook_json_list result)
    set(json "[]")
    set(count 0)
    foreach(text IN LISTS ARGN)
        workbook_json_text(value "${text}")
        string(JSON json SET "${json}" ${count} "${value}")
        math(EXPR count "${count} + 1")
    endforeach()
    set(${result} "${json}" PARENT_SCOPE)
endfunction()

# Appends the row of lessons.json; reads the variables of workbook_add_lesson.
macro(workbook_append_lesson_json)
    get_property(chapter GLOBAL PROPERTY WORKBOOK_CHAPTER)
    if(NOT chapter)
        set(chapter "${part}")
    endif()
    set(broken_stub false)
    if(arg_BROKEN_STUB)
        set(broken_stub true)
    endif()
    workbook_json_list(tracks ${arg_TRACKS})
    workbook_json_list(needs ${arg_NEEDS})
    set(row "{}")
    workbook_json_texts(row
        name "${lesson}" title "${arg_TITLE}" part "${part}" chapter "${chapter}"
        source "${source}" stub "${folder}/${name}.cu" solution "${solution}"
        header "${folder}/${name}.hpp" readme "${folder}/README.md"
        check "${output}/check" learner "${output}/learner" stub_sha256 "${pristine}")
    string(JSON row SET "${row}" tracks "${tracks}")
    string(JSON row SET "${row}" needs "${needs}")
    string(JSON row SET "${row}" points "${arg_POINTS}")
    string(JSON row SET "${row}" broken_stub "${broken_stub}")
    get_property(rows GLOBAL PROPERTY WORKBOOK_LESSON_ROWS)
    if(NOT rows)
        set(rows "[]")
    endif()
    string(JSON count LENGTH "${rows}")
    string(JSON rows SET "${rows}" ${count} "${row}")
    set_property(GLOBAL PROPERTY WORKBOOK_LESSON_ROWS "${rows}")
endmacro()

# After the last lesson: writes lessons.json, and lets ctest build the tool if it is not there yet, so
# that ctest alone is enough.
function(workbook_finish_lessons)
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/build_tool.cmake" @ONLY CONTENT "if(NOT EXISTS \"@WORKBOOK_CLI@\")
    execute_process(COMMAND \"@CMAKE_COMMAND@\" --build \"@CMAKE_BINARY_DIR@\" --target workbook_cli
        OUTPUT_QUIET)
endif()
")
    set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY
        TEST_INCLUDE_FILES "${CMAKE_BINARY_DIR}/build_tool.cmake")
    get_property(rows GLOBAL PROPERTY WORKBOOK_LESSON_ROWS)
    if(NOT rows)
        set(rows "[]")
    endif()
    set(tracer "")
    if(TARGET workbook_cupti)
        set(tracer "${WORKBOOK_CUPTI_TRACER}")
    endif()
    set(tree exercises)
    if(WORKBOOK_SOLUTIONS)
        set(tree solutions)
    endif()
    set(course "{}")
    workbook_json_texts(course
        tree "${tree}" root "${WORKBOOK_COURSE_DIR}" build "${CMAKE_BINARY_DIR}"
        cmake "${CMAKE_COMMAND}" version "${PROJECT_VERSION}" checker "${WORKBOOK_CHECKER_DIR}"
        make_program "${CMAKE_MAKE_PROGRAM}" toolkit "${WORKBOOK_TOOLKIT_DIR}"
        virtual_runtime "${WORKBOOK_VGPU_DIR}" cuda_libraries "${WORKBOOK_CUDA_LIBRARIES}"
        tracer "${tracer}")
    workbook_json_list(compilers "${CMAKE_CUDA_COMPILER}" "${CMAKE_CXX_COMPILER}")
    string(JSON course SET "${course}" compilers "${compilers}")
    string(JSON course SET "${course}" lessons "${rows}")
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/lessons.json" @ONLY CONTENT "@course@\n")
endfunction()
