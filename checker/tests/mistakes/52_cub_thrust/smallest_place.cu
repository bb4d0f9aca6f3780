// Mistake: the place of the smallest difference
// Verdict: wrong_answer
// Message: , where the difference is
    // Solution 5:
    const auto first = differences(a, b);
    return thrust::min_element(thrust::device, first, first + n) - first;
    // end of Solution 5
