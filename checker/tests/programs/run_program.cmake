# Runs PROGRAM, with ARGUMENT if there is one, once for each of SEEDS: it must succeed, print what EXPECTED holds, and nothing on standard
# error, where the virtual GPU would report a fault.
string(REPLACE "," ";" SEEDS "${SEEDS}")
file(READ "${EXPECTED}" expected)
foreach(seed IN LISTS SEEDS)
    set(ENV{WORKBOOK_SCHEDULE_SEED} ${seed})
    execute_process(COMMAND "${PROGRAM}" ${ARGUMENT} RESULT_VARIABLE result OUTPUT_VARIABLE printed
        ERROR_VARIABLE complaints)
    if(NOT result STREQUAL "0" OR NOT complaints STREQUAL "" OR NOT printed STREQUAL expected)
        message(FATAL_ERROR "schedule seed ${seed}: ended with ${result}\n"
            "standard error:\n${complaints}\nprinted:\n${printed}\nexpected:\n${expected}")
    endif()
endforeach()
