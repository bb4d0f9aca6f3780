// Mistake: leaves out what does not make a four
// Verdict: wrong_answer
// Message: row_losses
    // Solution 2:
    State own{-INFINITY, 0.0f};
    for (int first = threadIdx.x; first + (at_once - 1) * threads_per_block < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            four[k] = c < classes ? x[c] : -INFINITY;
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
