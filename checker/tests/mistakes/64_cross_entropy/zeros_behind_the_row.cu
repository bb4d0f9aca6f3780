// Mistake: takes zeros for what lies behind the row
// Verdict: wrong_answer
// Message: zeros from behind the row are in it
    // Solution 2:
    State own{-INFINITY, 0.0f};
    for (int first = threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            four[k] = c < classes ? x[c] : 0.0f;
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
