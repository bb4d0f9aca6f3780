// Mistake: each block loops over the whole array
// Verdict: fault
// Message: add_kernel<<<1, 1>>> on 1 element
// Message: memcheck: Invalid __global__ read of size 4 bytes
// Message: half as many threads do half of the elements
// Only: virtual
    // Solution 1
    for (int i = threadIdx.x; i < element_count; i += blockDim.x) {
        out[i] = x[i] + y[i];
    }
    // end of Solution 1
