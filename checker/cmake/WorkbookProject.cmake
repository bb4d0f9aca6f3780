# What holds for every target: language level, warnings, optimisation, where things are found.
include_guard(GLOBAL)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
if(WORKBOOK_SANITIZE)
    # -O0: half the time to build, and clearer reports; the interpreter's own folders ask for -O1. Two tests
    # of every pointer are left out, which saves a fifth and a quarter: for null, whose use AddressSanitizer
    # reports anyway, and for alignment, which neither of our two processors needs.
    add_compile_options(-O0 -g1 -fsanitize=address,undefined -fno-sanitize=null,alignment
        -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        add_compile_options(-fsanitize-address-use-after-return=never) # as GCC: the stack is where the system has it
    endif()
    add_link_options(-fsanitize=address,undefined)
endif()

# Where things are, in the source and in this build.
get_filename_component(WORKBOOK_CHECKER_DIR "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
set(WORKBOOK_CLI "${CMAKE_BINARY_DIR}/bin/workbook")
set(WORKBOOK_VGPU_DIR "${CMAKE_BINARY_DIR}/vgpu/lib")

# Warnings of our own C++ code; an interface target so that each folder states that it wants them.
if(NOT TARGET workbook::warnings) # else imported (checker/tests/course)
    add_library(workbook_warnings INTERFACE)
    add_library(workbook::warnings ALIAS workbook_warnings)
    set_target_properties(workbook_warnings PROPERTIES EXPORT_NAME warnings)
    target_compile_options(workbook_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
    # Errors with the compiler that CI has: other versions warn of the standard library's own code, and a
    # student's machine is no place to find that out.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(workbook_warnings INTERFACE -Werror)
    elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # GCC's own pragmas; & of conditions, which is quicker than &&; a name that two files have, compiled at once.
        target_compile_options(workbook_warnings INTERFACE
            -Wno-unknown-pragmas -Wno-bitwise-instead-of-logical -Wno-shadow)
        if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17)
            target_compile_options(workbook_warnings INTERFACE -Werror)
        endif()
    endif()
endif()

# workbook_unite(target [APART sources...])
# Compiles the sources of a target several at once, which saves half of the time: it goes into the headers
# that they share. Those that are APART have names of their own that others have, too. If you edit these
# sources all day, you are quicker with -DWORKBOOK_UNITED=OFF.
option(WORKBOOK_UNITED "Compile the workbook's own sources several at once" ON)
function(workbook_unite target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "APART")
    set_target_properties(${target} PROPERTIES UNITY_BUILD "${WORKBOOK_UNITED}" UNITY_BUILD_BATCH_SIZE 20)
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# workbook_add_library(name [SHARED|STATIC|INTERFACE] SOURCES ... [APART sources | ONE_BY_ONE]
#                      [PUBLIC libs] [PRIVATE libs])
# ONE_BY_ONE is for code whose speed depends on what is inlined where, and for files whose names collide.
# One library a folder: target workbook_<name>, alias workbook::<name>, headers found from checker/.
function(workbook_add_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SHARED;STATIC;INTERFACE;ONE_BY_ONE" "" "SOURCES;APART;PUBLIC;PRIVATE")
    set(target workbook_${name})
    if(arg_INTERFACE)
        add_library(${target} INTERFACE)
        target_include_directories(${target} INTERFACE "${PROJECT_SOURCE_DIR}/checker")
        target_link_libraries(${target} INTERFACE ${arg_PUBLIC})
    else()
        if(arg_SHARED)
            add_library(${target} SHARED ${arg_SOURCES})
        else()
            add_library(${target} STATIC ${arg_SOURCES})
        endif()
        if(NOT arg_ONE_BY_ONE)
            workbook_unite(${target} APART ${arg_APART})
        endif()
        target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/checker")
        target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE workbook::warnings ${arg_PRIVATE})
    endif()
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    set_property(GLOBAL APPEND PROPERTY WORKBOOK_LIBRARIES ${target})
    add_library(workbook::${name} ALIAS ${target})
endfunction()

# The dev build's ctest runs the tests of the sanitized tree, too, and applies properties by test name. So those tests
# get a prefix.
function(workbook_test_name result name)
    if(WORKBOOK_SANITIZE)
        set(name sanitize.${name})
    endif()
    set(${result} ${name} PARENT_SCOPE)
endfunction()

# workbook_add_test(name [SANITIZED] SOURCES ... [APART sources] LIBRARIES ...)
# A Catch2 program of the workbook's own suite, registered with ctest under one name. SANITIZED: it runs in
# the build with the sanitizers alone, since to build and run it twice finds nothing more; elsewhere it is
# built when it is asked for by name, for a debugger.
function(workbook_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SANITIZED" "" "SOURCES;APART;LIBRARIES;LABELS")
    if(NOT WORKBOOK_BUILD_TESTS)
        return()
    endif()
    add_executable(${name} ${arg_SOURCES})
    workbook_unite(${name} APART ${arg_APART})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/checker")
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} Catch2::Catch2WithMain workbook::warnings)
    target_compile_options(${name} PRIVATE -O0) # built once, run for a second
    if(arg_SANITIZED AND NOT WORKBOOK_SANITIZE)
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
        return()
    endif()
    workbook_test_name(test ${name})
    if(WORKBOOK_SANITIZE)
        list(APPEND arg_LABELS sanitize)
    endif()
    add_test(NAME ${test} COMMAND ${name})
    set_tests_properties(${test} PROPERTIES LABELS "${arg_LABELS}")
    if(WORKBOOK_SANITIZE)
        set_tests_properties(${test} PROPERTIES COST 400) # some take half a minute: not at the end
    endif()
endfunction()
