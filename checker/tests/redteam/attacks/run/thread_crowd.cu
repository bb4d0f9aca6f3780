// Attack: thousands of threads that all compute without end, so that neighbours get no processor
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <pthread.h>

volatile int forever;

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_t thread;
    for (int i = 0; i < 4000; ++i)
        pthread_create(
            &thread, &small,
            [](void*) -> void* {
                while (true) forever = 1;
            },
            nullptr);
    while (true) forever = 1;
}
