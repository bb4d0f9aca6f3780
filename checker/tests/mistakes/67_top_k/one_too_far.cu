// Mistake: the digit after the one with which the count reaches k
// Verdict: wrong_answer
// Message: the digit is
    // Solution 3:
    const int wanted = selection.still_in_k;
    if (above <= wanted && wanted < above + bins[d]) {
        const int shift = selection.bits - digit_bits;
        chosen = {selection.prefix | Entry{threadIdx.x} << shift, shift, wanted - above};
    }
    // end of Solution 3
