// Mistake: the first thread of a block reads the element before the array
// Verdict: fault
// Message: 4 bytes before it
// Only: virtual
    // Solution 4:
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    scan_all(x);
    if (i < n) output[i] = x[static_cast<int>(threadIdx.x) - 1];
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = x[threadIdx.x];
    // end of Solution 4
