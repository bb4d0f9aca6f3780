# Runs a program on the virtual GPU and compares what it prints with the expected text.
#   cmake -DPROGRAM=... -DARGUMENTS=... -DEXPECTED=... -DLIBRARY_FOLDER=... -P run_program.cmake
# WORKBOOK_APPROVE=1 in the environment writes the expected text anew instead.
set(ENV{LD_LIBRARY_PATH} "${LIBRARY_FOLDER}")
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS}
    OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE status TIMEOUT 60)
set(actual "${output}")
if(NOT errors STREQUAL "")
    string(APPEND actual "--- stderr\n${errors}")
endif()
if(NOT status STREQUAL "0")
    string(APPEND actual "--- ended with ${status}\n")
endif()
# Addresses differ between systems, and line information holds the folder of the source.
string(REGEX REPLACE "0x[0-9a-f]+" "0x..." actual "${actual}")
string(REPLACE "${CMAKE_CURRENT_LIST_DIR}/" "" actual "${actual}")
if("$ENV{WORKBOOK_APPROVE}" STREQUAL "1")
    file(WRITE "${EXPECTED}" "${actual}")
    return()
endif()
file(READ "${EXPECTED}" expected)
if(NOT actual STREQUAL expected)
    message("--- expected (${EXPECTED})\n${expected}--- actual\n${actual}---")
    message(FATAL_ERROR "${PROGRAM} ${ARGUMENTS}: the text differs. If the new one is right, run the "
                        "test again with WORKBOOK_APPROVE=1 in the environment.")
endif()
