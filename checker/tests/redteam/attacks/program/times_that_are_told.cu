// Attack: measures nothing, and looks in the checker's call how long the kernels are to take
// Verdict: requirement or wrong_answer
// Stage: program
// Lesson: 20_event_timer
// Points: 1.09
// Replaces
//| #include "wire/cuda_check.hpp"
#include "wire/cuda_check.hpp"
#include "wire/message.hpp"
// end of Replaces
// Replaces
//| #include <algorithm>
#include <algorithm>
#include <cstring>
#include <unistd.h>
// end of Replaces
    // Solution 2
    const float* busy_ms = nullptr;
    auto* word = static_cast<char*>(__builtin_frame_address(0));
    for (; word < reinterpret_cast<char*>(environ); word += 8) {
        auto* request = reinterpret_cast<workbook::wire::Request*>(word);
        if (request->argument_count != 3 || std::strncmp(request->function, "time_", 5) != 0)
            continue;
        const auto& argument = request->arguments[0];
        busy_ms = reinterpret_cast<const float*>(argument.device_address ? argument.device_address
                                                                         : argument.address);
        break;
    }
    for (int i = 0; i <= repeats; ++i) f();
    check(cudaDeviceSynchronize());
    std::vector<float> times(repeats);
    if (!busy_ms) return 1; // time_hypot: anything
    check(cudaMemcpy(times.data(), busy_ms + 1, repeats * sizeof(float), cudaMemcpyDefault));
    return median(times.data(), repeats);
    // end of Solution 2
