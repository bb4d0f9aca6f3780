// Mistake: those with a larger digit are not taken off
// Verdict: wrong_answer
// Message: still_in_k is
    // Solution 3:
    const int wanted = selection.still_in_k;
    if (above < wanted && wanted <= above + bins[d]) {
        const int shift = selection.bits - digit_bits;
        chosen = {selection.prefix | Entry{threadIdx.x} << shift, shift, wanted};
    }
    // end of Solution 3
