// Mistake: goes on by four times as much as it takes
// Verdict: wrong_answer
// Message: row_losses
    // Solution 2:
    State own{-INFINITY, 0.0f};
    for (int first = threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
#pragma unroll
        for (int k = 0; k < 1; ++k) {
            const int c = first + k * threads_per_block;
            four[k] = c < classes ? x[c] : -INFINITY;
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
