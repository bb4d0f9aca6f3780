// Attack: starts threads until there are no more
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <pthread.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_t thread;
    while (pthread_create(
               &thread, &small, [](void*) -> void* { return sleep(600), nullptr; }, nullptr) == 0) {
    }
}
