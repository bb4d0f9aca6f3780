// Attack: a thread writes the squares when the call is over and its recording has ended
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <chrono>
#include <thread>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::thread([=] {
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    }).detach();
}
