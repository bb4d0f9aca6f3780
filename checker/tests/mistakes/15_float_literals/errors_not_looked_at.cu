// Mistake: does not look at what became of the launches
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
// Replaces
//| #include "wire/cuda_check.hpp"
// end of Replaces
// Replaces
//|     gaussian_kernel<<<blocks_for(n), threads_per_block>>>(x, mean, sigma, out, n);
//|     check(cudaGetLastError());
    gaussian_kernel<<<blocks_for(n), threads_per_block>>>(x, mean, sigma, out, n);
// end of Replaces
// Replaces
//|     wave_kernel<<<blocks_for(n), threads_per_block>>>(t, tau, out, n);
//|     check(cudaGetLastError());
    wave_kernel<<<blocks_for(n), threads_per_block>>>(t, tau, out, n);
// end of Replaces
