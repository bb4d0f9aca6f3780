// A series of runs with one schedule seed each; a shell script stands for the check program.
#include "harness/schedules.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>

namespace workbook {
namespace {

// Says which seed it was given and fails from schedule seed `first_bad` on.
Schedules series(std::uint32_t count, int first_bad) {
    const std::string script = "while [ $# -gt 0 ]; do case $1 in --schedule-seed) s=$2;; --seed) "
                               "echo a seed for all to see;; esac; shift; done; "
                               "echo schedule $s data $WORKBOOK_SEED; [ $s -lt " +
                               std::to_string(first_bad) + " ]";
    return {"/bin/sh", {"sh", "-c", script, "check", "--seed", "1"}, count, 42};
}

} // namespace

TEST_CASE("a series of schedules ends at the first that does not pass") {
    std::ostringstream out;
    CHECK(run_schedules(series(8, 3), out) == 1);
    CHECK(out.str() ==
          "schedule 3 data 42\n\nSchedule seed 3 is the first of 8 that does not pass. "
          "Repeat it with WORKBOOK_SCHEDULE_SEED=3 WORKBOOK_SEED=42.\n");
}

TEST_CASE("a series of schedules that all pass") {
    std::ostringstream out;
    CHECK(run_schedules(series(4, 100), out) == 0);
    CHECK(out.str() == "schedule 3 data 42\n\nPassed with 4 schedules (seeds 0 to 3).\n");
}

TEST_CASE("a series whose program cannot be started") {
    std::ostringstream out;
    CHECK(run_schedules({"/nonexistent", {"check"}, 2, 1}, out) == 2);
}

} // namespace workbook
