// Mistake: of equal differences the last place is taken
// Verdict: wrong_answer
// Message: but the lowest place is asked for
    // Solution 5:
    if (n == 0) return 0;
    const auto last = thrust::make_reverse_iterator(differences(a, b) + n);
    return n - 1 - (thrust::max_element(thrust::device, last, last + n) - last);
    // end of Solution 5
