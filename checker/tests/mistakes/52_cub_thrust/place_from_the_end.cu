// Mistake: the place is counted from the end
// Verdict: wrong_answer
// Message: the place is
    // Solution 5:
    const auto first = differences(a, b);
    return n - (thrust::max_element(thrust::device, first, first + n) - first);
    // end of Solution 5
