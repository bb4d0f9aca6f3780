// Mistake: in the third launch threads 0 to 63 take all values, the others none
// Verdict: too_much_traffic
// Message: all 256 threads are to have values
// Only: virtual
    // Solution 3
    std::int64_t so_far = before[blockIdx.x];
    for (std::size_t tile = begin; tile < end; tile += 64) {
        const std::size_t i = tile + threadIdx.x;
        const bool has = threadIdx.x < 64 && i < end;
        std::int64_t total;
        const std::int64_t sum = scan_block(has ? values[i] : 0, total);
        if (has) sums[i] = so_far + sum;
        so_far += total;
    }
    // end of Solution 3
