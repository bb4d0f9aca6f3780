# Runs PROGRAM's first programs in the usual order with all checks, then under other schedules and
# without checks: the digests must stay.
set(answers "${FOLDER}/orders.tsv")
execute_process(COMMAND "${PROGRAM}" --count 150 --out "${answers}" RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "the programs fail already in the usual order")
endif()
foreach(setting IN ITEMS WORKBOOK_SCHEDULE_SEED=1 WORKBOOK_SCHEDULE_SEED=20 WORKBOOK_CHECKS=none)
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env ${setting} "${PROGRAM}" --count 150 --compare "${answers}"
        RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "other results with ${setting}")
    endif()
endforeach()
