// Lesson 54: a program of the check's own, which says how many blocks fit.
#include "reference.hpp"

#include "given.hpp"

static constexpr Kernel* meeting[] = {slim_kernel<0>, wide_kernel<0>};

Fitting truly_fitting() {
    int device;
    cudaDeviceProp properties;
    check(cudaGetDevice(&device));
    check(cudaGetDeviceProperties(&properties, device));
    Fitting fitting{};
    for (int which = 0; which < 2; ++which) {
        int of_one = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, meeting[which],
                                                            threads_per_block, 0));
        fitting.blocks[which] = of_one * properties.multiProcessorCount;
    }
    return fitting;
}
