// Mistake: no loop: what lies beyond the grid is never written
// Verdict: wrong_answer
// Message: every element from 262144 on was never written: the grid had 1024 x 256 = 262144 threads for 1048583 elements
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) {
        out[i] = safe_hypot(a[i], b[i]);
    }
    // end of Solution 2
