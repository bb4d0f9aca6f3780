// Mistake: the maximum in one pass, the sum in another
// Verdict: too_much_traffic
// Message: maximum and sum come from one pass
// Only: virtual
    // Solution 2:
    State own{-INFINITY, 0.0f};
    for (int c = threadIdx.x; c < classes; c += threads_per_block) own.maximum = fmaxf(own.maximum, x[c]);
    if (own.maximum > -INFINITY) {
        for (int c = threadIdx.x; c < classes; c += threads_per_block) own.sum += expf(x[c] - own.maximum);
    }
    return reduce_block(own, merge);
    // end of Solution 2
