// Attack: a call that returns from the one before it, whose frame is long gone
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <ucontext.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static ucontext_t before;
    static volatile int calls = 0;
    static volatile bool again = false;
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    if (calls == 0) getcontext(&before);
    if (again) return;
    calls = calls + 1;
    again = calls > 1;
    if (again) setcontext(&before);
}
