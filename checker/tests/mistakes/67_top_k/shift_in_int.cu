// Mistake: the digit is shifted as an int, which has 32 bits
// Verdict: wrong_answer
// Message: choose_digit
    // Solution 3:
    const int wanted = selection.still_in_k;
    if (above < wanted && wanted <= above + bins[d]) {
        const int shift = selection.bits - digit_bits;
        chosen = {selection.prefix | Entry(threadIdx.x << shift), shift, wanted - above};
    }
    // end of Solution 3
