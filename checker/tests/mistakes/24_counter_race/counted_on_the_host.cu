// Mistake: the values travel to the CPU
// Verdict: requirement
// Message: no kernel was launched
// Replaces
//| #include "counter_race.hpp"
#include "counter_race.hpp"

#include <vector>
// end of Replaces
// Replaces
//|     count_greater_kernel<<<64, 64>>>(values, n, threshold, count);
    std::vector<int> fetched(n);
    cudaMemcpy(fetched.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost);
    unsigned hits = 0;
    for (const int value : fetched) hits += value > threshold ? 1 : 0;
    cudaMemcpy(count, &hits, sizeof hits, cudaMemcpyHostToDevice);
// end of Replaces
