// Mistake: the sum of a warp, taken for the block's
// Verdict: wrong_answer
// Message: the sum of its warp alone
    // Solution 2:
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, distance);
    }
    return own;
    // end of Solution 2
