// Mistake: counts from the smallest digit on: the k smallest are found
// Verdict: fault
// Message: Were they counted from the smallest digit on?
// Only: virtual
    // Solution 3:
    const int wanted = selection.still_in_k;
    if (up_to_d - bins[d] < wanted && wanted <= up_to_d) {
        const int shift = selection.bits - digit_bits;
        chosen = {selection.prefix | Entry{threadIdx.x} << shift, shift, wanted - (up_to_d - bins[d])};
    }
    // end of Solution 3
