// Mistake: a clock of the host, which times the program that plays GPU
// Verdict: wrong_answer
// Message: no event was asked for its time
// Only: virtual
// Replaces
//| #include <algorithm>
#include <algorithm>
#include <chrono>
// end of Replaces
    // Solution 2
    f();
    std::vector<float> times(repeats);
    for (float& time : times) {
        const auto begin = std::chrono::steady_clock::now();
        f();
        check(cudaDeviceSynchronize());
        const auto end = std::chrono::steady_clock::now();
        time = std::chrono::duration<float, std::milli>(end - begin).count();
    }
    return median(times.data(), repeats);
    // end of Solution 2
