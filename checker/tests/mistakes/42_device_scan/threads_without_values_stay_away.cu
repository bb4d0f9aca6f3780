// Mistake: only threads with a value come to scan_block
// Verdict: fault
// Message: was never written in this block
// Only: virtual
    // Solution 1:
    std::int64_t own = 0, total = 0;
    if (begin + threadIdx.x < end) {
        for (std::size_t i = begin + threadIdx.x; i < end; i += threads_per_block) own += values[i];
        scan_block(own, total);
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    // end of Solution 1
