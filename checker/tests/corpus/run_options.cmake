# What options of `workbook run` make of the corpus's programs: WORKBOOK run OPTIONS PROGRAM.
function(expect code said)
    execute_process(COMMAND "${WORKBOOK}" --build "${BUILD}" run ${ARGN} RESULT_VARIABLE result
        OUTPUT_QUIET ERROR_VARIABLE complaints)
    if(NOT result STREQUAL "${code}" OR NOT complaints MATCHES "${said}")
        message(FATAL_ERROR "run ${ARGN}\nended with ${result}, not ${code}, or did not say \"${said}\":\n${complaints}")
    endif()
endfunction()

set(faulty "${PROGRAMS}/corpus_faulty")
expect(0 "SUMMARY: 1 error\n" "${faulty}" never_written)
expect(77 "SUMMARY: 1 error\n" --error-exitcode 77 "${faulty}" never_written)
expect(77 "cudaErrorInvalidValue" --error-exitcode 77 "${faulty}" copy_to_null)
expect(0 "^$" --error-exitcode 77 "${PROGRAMS}/corpus_correct" tree_reduction)
expect(2 "usage" --error-exitcode 77 "${faulty}")

expect(77 "SUMMARY: 1 error\n" --only "^*doubled(" --error-exitcode 77 "${faulty}" never_written)
expect(0 "0 errors \\(1 not shown" --only accumulate --error-exitcode 77 "${faulty}" never_written)
expect(77 "SUMMARY: 1 error\n" --only accumulate --only init.cu --error-exitcode 77 "${faulty}" never_written)

file(WRITE "${PROGRAMS}/known.txt" "# known\nracecheck:doubled\ninitcheck:doubled\n")
expect(0 "0 errors \\(1 not shown" --suppressions "${PROGRAMS}/known.txt" --error-exitcode 77 "${faulty}" never_written)
expect(77 "SUMMARY: 1 error\n" --suppressions "${PROGRAMS}/known.txt" --error-exitcode 77 "${faulty}" sum_not_cleared)
