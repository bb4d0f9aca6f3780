# ./workbook itself, as far as it can be tested on a machine where everything is installed.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/root")
file(COPY "${WORKBOOK_SOURCE}/workbook" DESTINATION "${WORK}/root")
file(COPY "${WORKBOOK_SOURCE}/checker/setup" DESTINATION "${WORK}/root/checker")

# Set-up twice: the second time it has nothing to do and says so in two lines.
run("${WORK}/root/workbook" setup)
expect_exit(0)
expect_says("nvcc is ")
run("${WORK}/root/workbook" setup)
expect_exit(0)
expect_says("all there")
expect_exists("${WORK}/root/.workbook/ready")
expect_missing("${WORK}/root/.workbook/ready_to_test")
run("${WORK}/root/workbook" setup --with-everything)
expect_exit(2)
expect_says("setup knows --with-toolkit, --with-grading, --with-pages and --with-tests, not --with-everything")

# A build folder that cannot be written (here: that is no folder) is named.
file(WRITE "${WORK}/root/build" "")
run("${WORK}/root/workbook")
expect_exit(2)
expect_says("build/learner cannot be written")
run("${WORK}/root/workbook" test)
expect_exit(2)
expect_says("build/dev cannot be written")
expect_exists("${WORK}/root/.workbook/ready_to_test")

# fake(program script): before all others in PATH.
function(fake program script)
    file(WRITE "${WORK}/fake/${program}" "#!/bin/sh\n${script}\n")
    file(CHMOD "${WORK}/fake/${program}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()
file(REMOVE "${WORK}/root/build")
set(path "PATH=${WORK}/fake:/usr/bin:/bin")

# An nvcc that is too old is not set up with; with --with-toolkit another is fetched.
fake(nvcc "echo 'Cuda compilation tools, release 12.0, V12.0.140'")
run("${CMAKE_COMMAND}" -E env --unset=CUDACXX ${path} WORKBOOK_USUAL_NVCC=/no/such/nvcc WORKBOOK_TOOLKIT=no
    "${WORK}/root/workbook" setup)
expect_exit(2)
expect_says("fake/nvcc is 12.0.140; 13.0 or newer is needed. Either install")
run("${CMAKE_COMMAND}" -E env "CUDACXX=${WORK}/fake/nvcc" "${WORK}/root/workbook" setup --with-toolkit)
expect_exit(2)
expect_says("13.0 or newer is needed. Name another one, or unset CUDACXX.")
fake(python3 "case \"$*\" in *install*) ;; *) exit 0 ;; esac
for word; do [ \"$before\" != --target ] || folder=$word/nvidia/cu13; before=$word; done
mkdir -p \"$folder/bin\" \"$folder/lib\"
printf \"#!/bin/sh\\necho ', V13.0.88'\\n\" >\"$folder/bin/nvcc\"")
run("${CMAKE_COMMAND}" -E env --unset=CUDACXX ${path} WORKBOOK_USUAL_NVCC=/no/such/nvcc
    "${WORK}/root/workbook" setup --with-toolkit)
expect_exit(0)
expect_says("nvcc is ${WORK}/root/.workbook/toolkit/bin/nvcc")

# It builds while no other program does: with the lock that the tools take.
find_program(flock flock)
if(flock)
    fake(cmake "case \"$*\" in
*--build*) echo \"$*\" >asked; echo \"$TMPDIR\" >temporary; flock -n build/learner/workbook.lock true && echo free >state || echo locked >state; exit 1 ;;
*) mkdir -p build/learner && touch build/learner/build.ninja ;;
esac")
    run("${CMAKE_COMMAND}" -E env ${path} "${WORK}/root/workbook" list)
    expect_exit(2)
    expect_says("building failed")
    file(READ "${WORK}/root/state" state)
    if(NOT state STREQUAL "locked\n")
        fail("the build folder is ${state} while it builds")
    endif()
    # Its compilers work in other folders than it is called in.
    run("${CMAKE_COMMAND}" -E env ${path} TMPDIR=near "${WORK}/root/workbook" list)
    file(READ "${WORK}/root/temporary" temporary)
    if(NOT temporary MATCHES "^/.*/near\n$")
        fail("compilers get the temporary folder ${temporary}")
    endif()
    # A folder that was configured elsewhere is configured here; one that is only called otherwise is not.
    file(WRITE "${WORK}/root/build/learner/CMakeCache.txt" "CMAKE_CACHEFILE_DIR:INTERNAL=/elsewhere/build/learner\n")
    run("${CMAKE_COMMAND}" -E env ${path} "${WORK}/root/workbook" list)
    expect_exit(2)
    expect_says("build/learner was made as /elsewhere/build/learner, and is made anew")
    expect_missing("${WORK}/root/build/learner/CMakeCache.txt")
    file(WRITE "${WORK}/root/build/learner/CMakeCache.txt" "CMAKE_CACHEFILE_DIR:INTERNAL=${WORK}/root/./build/learner\n")
    run("${CMAKE_COMMAND}" -E env ${path} "${WORK}/root/workbook" list)
    expect_exit(2)
    expect_says("building failed")
    expect_exists("${WORK}/root/build/learner/CMakeCache.txt")
    file(REMOVE "${WORK}/root/build/learner/CMakeCache.txt")
    # For the board it builds the tool and nothing else: the tool builds the lessons that were begun.
    foreach(words IN ITEMS "" "--track;fast" "watch" "--seed;1;check;03")
        file(REMOVE "${WORK}/root/asked")
        run("${CMAKE_COMMAND}" -E env ${path} "${WORK}/root/workbook" ${words})
        expect_exit(2)
        file(READ "${WORK}/root/asked" asked)
        if(NOT asked MATCHES "--target workbook_cli\n$")
            fail("it builds more than the tool: ${asked}")
        endif()
    endforeach()
    # What only shows texts waits for no build once the tool is there.
    file(WRITE "${WORK}/root/build/learner/bin/workbook" "#!/bin/sh\necho the tool: $*\n")
    file(CHMOD "${WORK}/root/build/learner/bin/workbook" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    run("${CMAKE_COMMAND}" -E env ${path} "${WORK}/root/workbook" hint 03)
    expect_exit(0)
    expect_says("the tool: hint 03")
    run("${CMAKE_COMMAND}" -E env ${path} "${WORK}/root/workbook" check 03)
    expect_exit(2)
    expect_says("building failed")
    # `open` has CMake look again where it was configured without the libraries of pages, and builds what it needs.
    macro(open_pages found)
        file(REMOVE "${WORK}/root/asked")
        file(WRITE "${WORK}/root/build/learner/CMakeCache.txt" "WORKBOOK_PAGES:INTERNAL=OFF\n")
        fake(cmake "case \"$*\" in
*--version*) echo cmake version 3.25.1 ;;
*--build*) echo \"$*\" >>asked ;;
*) echo WORKBOOK_PAGES:INTERNAL=${found} >build/learner/CMakeCache.txt; touch build/learner/build.ninja ;;
esac")
        run("${CMAKE_COMMAND}" -E env --unset=CUDACXX ${path} WORKBOOK_USUAL_NVCC=/no/such/nvcc
            "${WORK}/root/workbook" open 03)
    endmacro()
    open_pages(ON)
    expect_exit(0)
    expect_says("the tool: open 03")
    expect_exists("${WORK}/root/.workbook/ready_for_pages")
    file(READ "${WORK}/root/asked" asked)
    if(NOT asked MATCHES "--target workbook_cli\n.*--target workbook_pages\n$")
        fail("it builds something else for pages: ${asked}")
    endif()
    open_pages(OFF)
    expect_exit(2)
    expect_says("CMake does not find what pages in a browser are made with")
endif()

# An update that was cut short and cannot be undone stops everything; what to do, its script has said.
file(WRITE "${WORK}/root/.workbook/update/undo.sh" "echo do this; exit 1\n")
run("${WORK}/root/workbook" doctor)
expect_exit(2)
if(NOT output STREQUAL "do this\n")
    fail("more is said than that")
endif()
