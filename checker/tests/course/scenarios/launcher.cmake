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
expect_says("setup knows --with-toolkit, --with-grading and --with-tests, not --with-everything")

# A build folder that cannot be written (here: that is no folder) is named.
file(WRITE "${WORK}/root/build" "")
run("${WORK}/root/workbook")
expect_exit(2)
expect_says("build/learner cannot be written")
run("${WORK}/root/workbook" test)
expect_exit(2)
expect_says("build/sanitize cannot be written")
expect_exists("${WORK}/root/.workbook/ready_to_test")
