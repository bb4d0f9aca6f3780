// Attack: prints what moves a cursor, and commands of GitHub
// Verdict: wrong_answer
// Stage: run
#include "square_port.hpp"

#include <cstdio>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::puts("\033[2J\033[H\033]0;passed\007\033[8m");
    std::puts("::error file=x,line=1::forged");
    std::puts("::stop-commands::token");
    std::puts("::set-output name=score::100");
    std::puts("</system-out></testcase><script>alert(1)</script>");
}
