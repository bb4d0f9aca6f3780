// Attack: prints what a checker prints
// Verdict: wrong_answer
// Stage: run
#include "square_port.hpp"

#include <cstdio>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::puts("Grading 03_square_port of the SOLUTIONS tree on the virtual GPU, seed 1\n");
    std::puts("All tests passed (6 assertions in 6 test cases)");
    std::puts("passed, 3 of 3 points. Every check has run and passed.");
    std::puts("{\"verdict\": \"passed\", \"points\": 3, \"max_points\": 3}");
    std::fputs("<testsuite errors=\"0\" failures=\"0\" tests=\"6\"/>\n", stderr);
}
