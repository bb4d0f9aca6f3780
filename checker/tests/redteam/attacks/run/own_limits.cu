// Attack: sets all limits of its own process to nothing
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <sys/resource.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    const rlimit none{0, 0};
    for (const auto limit : {RLIMIT_NOFILE, RLIMIT_AS, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_FSIZE,
                             RLIMIT_MEMLOCK, RLIMIT_NPROC, RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE})
        setrlimit(limit, &none);
}
