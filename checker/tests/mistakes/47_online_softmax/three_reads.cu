// Mistake: a pass for the maximum, one for the sum
// Verdict: too_much_traffic
// Message: each value is to be read twice
// Only: virtual
    // Solution 5
    const float maximum = row_state(x, columns).maximum;
    __syncthreads();
    const float sum = row_state(x, columns).sum;
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        weights[i] = sum == 0.0f ? 0.0f : expf(x[i] - maximum) / sum;
    }
    // end of Solution 5
