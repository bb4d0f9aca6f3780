// Mistake: thread 0 reads the row
// Verdict: wrong_answer
// Message: by too few threads
// Only: virtual
    // Solution 2:
    State own{-INFINITY, 0.0f};
    if (threadIdx.x == 0) {
        for (int c = 0; c < classes; ++c) {
            const float four[at_once] = {x[c], -INFINITY, -INFINITY, -INFINITY};
            own = with_four(own, four);
        }
    }
    return reduce_block(own, merge);
    // end of Solution 2
