// Attack: prefetches nothing, and says for the device, in the checker's own memory, that it cannot
// Verdict: requirement
// Stage: program
// Lesson: 18_managed_memory
// Points: 3
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
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    // Says for the device, in the memory of the call, that it cannot prefetch.
    auto* word = static_cast<char*>(__builtin_frame_address(0));
    for (; word < reinterpret_cast<char*>(environ); word += 8) {
        auto* request = reinterpret_cast<workbook::wire::Request*>(word);
        if (request->argument_count == 6 && std::strcmp(request->function, "scale_once") == 0) {
            *reinterpret_cast<std::int32_t*>(request->arguments[5].address) = -3;
            break;
        }
    }
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    // end of Solution 4
