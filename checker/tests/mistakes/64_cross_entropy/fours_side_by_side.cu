// Mistake: a thread takes four logits that lie side by side
// Verdict: too_much_traffic
// Message: neighbouring threads are to take neighbouring logits
// Only: virtual
    // Solution 2:
    State own{-INFINITY, 0.0f};
    for (int first = at_once * threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k;
            four[k] = c < classes ? x[c] : -INFINITY;
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
