// Accepted: up-sweep and down-sweep in a block of any size; the exclusive sum is the inclusive one less the own value
    // Solution 2:
    const int t = threadIdx.x, n = blockDim.x;
    int size = 1;
    while (size < n) size *= 2;
    for (int d = 1; d < size; d *= 2) { // x[k] becomes the sum of 2 d elements
        const int k = (t + 1) * 2 * d - 1;
        if (k < n) x[k] += x[k - d];
        __syncthreads();
    }
    for (int d = size / 4; d > 0; d /= 2) {
        const int k = (t + 1) * 2 * d - 1 + d;
        if (k < n) x[k] += x[k - d];
        __syncthreads();
    }
    // end of Solution 2
    // Solution 4:
    const int own = i < n ? input[i] : 0;
    x[threadIdx.x] = own;
    __syncthreads();
    scan_all(x);
    const int sum = x[threadIdx.x];
    if (i < n) output[i] = sum - own;
    if (i == n - 1 || threadIdx.x == blockDim.x - 1) {
        if (i < n) totals[blockIdx.x] = sum;
    }
    // end of Solution 4
