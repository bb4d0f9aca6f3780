// Mistake: the host gives out the tickets; the kernel is launched on nothing
// Verdict: requirement
// Message: a kernel is to compute what stands there
// Replaces
//| #include "counter_race.hpp"
#include "counter_race.hpp"

#include <vector>
// end of Replaces
// Replaces
//|     take_tickets_kernel<<<blocks, threads_per_block>>>(counter, tickets, n);
    take_tickets_kernel<<<blocks, threads_per_block>>>(counter, tickets, 0);
    unsigned next = 0;
    cudaMemcpy(&next, counter, sizeof next, cudaMemcpyDeviceToHost);
    std::vector<unsigned> all(n);
    for (unsigned& ticket : all) ticket = next++;
    cudaMemcpy(tickets, all.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemcpy(counter, &next, sizeof next, cudaMemcpyHostToDevice);
// end of Replaces
