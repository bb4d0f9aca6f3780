// Attack: makes itself a process that no other may look at, of another name, which survives the checker, and takes memory
// Verdict: out_of_memory
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=512
#include "square_port.hpp"

#include <sys/prctl.h>
#include <unistd.h>
#include <vector>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_NAME, "x\nRssAnon: 1", 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
    setsid();
    static std::vector<char> kept;
    kept.assign(450u << 20, 1);
    std::vector<char> more(100u << 20, 1);
    usleep(500'000);
}
