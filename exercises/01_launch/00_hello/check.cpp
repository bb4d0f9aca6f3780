// Checks of lesson 00: what is printed, by whom, and when.
#include "hello.hpp"

#include "harness/harness.hpp"

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, hello, main_of_the_lesson)

namespace {

std::vector<std::string> hellos(int threads) {
    std::vector<std::string> lines;
    for (int t = 0; t < threads; ++t) lines.push_back("Hello from thread " + std::to_string(t));
    return lines;
}

// The kernel ran because the host waited for it, and not only after the function had returned.
void check_that_it_waited(const Run& run) {
    for (const Launch& launch : run.launches())
        if (launch.ran_in == "")
            FAIL("hello() returned before its kernel had run. A launch only asks for the work; "
                 "cudaDeviceSynchronize() waits until it is done");
}

void check_hello(int threads) {
    INFO("hello(" << threads << ")");
    const Run run = WORKBOOK_RUN(hello, threads);
    REQUIRE_THAT(run, completed());
    check_that_it_waited(run);
    REQUIRE_THAT(run, printed_lines(hellos(threads)));
    REQUIRE_THAT(run, launched(1));
    REQUIRE_THAT(run, launched_with(grid(1), block(threads)));
    REQUIRE_THAT(run, printed_by_kernels(hellos(threads)));
}

} // namespace

TEST_CASE("hello: 32 threads, a line each", "[weight:2]") { check_hello(32); }

TEST_CASE("hello: each thread prints its own line") {
    const Run run = WORKBOOK_RUN(hello, 32);
    REQUIRE_THAT(run, completed());
    // Where the threads of a warp do the same, each instruction counts for all 32.
    CHECK_THAT(run,
               traffic("thread_instructions", per("warp_instructions"), at_least(16),
                       "most threads do nothing: each is to print the line of its own number"));
}

TEST_CASE("hello: as many threads as it is told") {
    for (const int threads : {1, 7, 33, 100, 512}) check_hello(threads);
}

TEST_CASE("main: 32 hellos, then the last line", "[weight:2]") {
    const Run run = WORKBOOK_RUN(main_of_the_lesson);
    REQUIRE_THAT(run, completed());
    std::vector<std::string> expected = hellos(32);
    expected.push_back("Everybody has said hello");
    REQUIRE_THAT(run, printed_lines(expected));
    REQUIRE_THAT(run, printed_last("Everybody has said hello"));
    REQUIRE_THAT(run, launched(1));
    REQUIRE_THAT(run, printed_by_kernels(hellos(32)));
    CHECK(run.returned<int>() == 0);
}

TEST_CASE("the lines come from the kernel") {
    CHECK_THAT(learner_ptx(), has("vprintf", "no compiled kernel calls printf: the lines are to be "
                                             "printed by the threads that they name"));
}
