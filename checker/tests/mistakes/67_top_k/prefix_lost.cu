// Mistake: the digits found before are lost
// Verdict: wrong_answer
// Message: the digits found before stay
    // Solution 3:
    const int wanted = selection.still_in_k;
    if (above < wanted && wanted <= above + bins[d]) {
        const int shift = selection.bits - digit_bits;
        chosen = {Entry{threadIdx.x} << shift, shift, wanted - above};
    }
    // end of Solution 3
