# Looks at a lesson's folder when the build is configured: what is missing, what does not belong.
#
# What can never be right stops the configuration. A note that a student left in the folder is a warning
# and a TODO comment that a student deleted is one, too, also where the workbook's own tests are built, which
# students may run. If you write lessons you hear of both from `workbook selfcheck`.
include_guard(GLOBAL)

set(workbook_author_severity WARNING)
if(WORKBOOK_BUILD_TESTS)
    set(workbook_author_severity FATAL_ERROR)
endif()

# Sets `result` to the SHA-256 of the untouched stub, from exercises/stubs.sha256; empty if unknown.
function(workbook_read_stub_hash stub result)
    set(list "${WORKBOOK_COURSE_DIR}/exercises/stubs.sha256")
    set(${result} "" PARENT_SCOPE)
    if(EXISTS "${list}")
        set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
        file(STRINGS "${list}" lines)
        foreach(line IN LISTS lines)
            if(line MATCHES "^([0-9a-f]+)  (.+)$" AND CMAKE_MATCH_2 STREQUAL stub)
                set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
            endif()
        endforeach()
    endif()
endfunction()

function(workbook_check_lesson_files path name pristine)
    set(folder "${WORKBOOK_COURSE_DIR}/exercises/${path}")
    set(expected README.md ${name}.hpp ${name}.cu check.cpp)
    if(NOT IS_DIRECTORY "${folder}")
        message(FATAL_ERROR "Lesson ${path}: the folder exercises/${path} does not exist. Create it, or "
            "take the lesson out of exercises/CMakeLists.txt.")
    endif()
    foreach(file IN LISTS expected)
        if(NOT EXISTS "${folder}/${file}")
            message(FATAL_ERROR "Lesson ${path}: the file exercises/${path}/${file} is missing. Write it, "
                "or bring it back:\n  git checkout -- exercises/${path}/${file}")
        endif()
    endforeach()
    if(NOT EXISTS "${WORKBOOK_COURSE_DIR}/solutions/${path}/${name}.cu"
       AND (WORKBOOK_SOLUTIONS OR WORKBOOK_BUILD_TESTS))
        message(FATAL_ERROR "Lesson ${path}: the file solutions/${path}/${name}.cu is missing. Write it, "
            "or bring it back:\n  git checkout -- solutions/${path}/${name}.cu")
    endif()
    file(GLOB present RELATIVE "${folder}" "${folder}/*")
    foreach(file IN LISTS present)
        # The text may be there in other languages. Hidden files and an editor's backups do not count.
        if(NOT file IN_LIST expected AND NOT file MATCHES
            "\\.svg$|^README\\.[a-z]+[A-Za-z0-9-]*\\.md$|^(given|reference)\\.(cu|hpp)$|^probe\\.cu$|^\\.|~$")
            message(WARNING "Lesson ${path}: the file exercises/${path}/${file} does "
                "not belong to a lesson and is not compiled. Move it elsewhere.")
        endif()
    endforeach()
    file(READ "${folder}/README.md" readme)
    if(NOT readme MATCHES "\n## Hints")
        message(${workbook_author_severity} "Lesson ${path}: exercises/${path}/README.md has no section "
            "\"## Hints\". Add one, with hints of rising strength.")
    endif()
    workbook_check_stub_marks("${path}" "${name}" "${pristine}")
endfunction()

# A stub says what is to be done: `// TODO 1: ...`. If its hash is on record and differs, the file is a
# student's work, who may have deleted the comment together with the task; an author who did hears of it
# from `workbook selfcheck`.
function(workbook_check_stub_marks path name pristine)
    set(stub "exercises/${path}/${name}.cu")
    file(READ "${WORKBOOK_COURSE_DIR}/${stub}" text)
    if(text MATCHES "// TODO 1: ")
        return()
    endif()
    file(SHA256 "${WORKBOOK_COURSE_DIR}/${stub}" now)
    set(severity FATAL_ERROR)
    if(pristine AND NOT now STREQUAL pristine)
        set(severity WARNING)
    endif()
    message(${severity} "Lesson ${path}: ${stub} has no line \"// TODO 1: ...\". If this is your solution "
        "of it, that is all right; otherwise mark what is to be done, or bring the file back:\n"
        "  git checkout -- ${stub}")
endfunction()
