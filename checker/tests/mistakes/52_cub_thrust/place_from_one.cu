// Mistake: places are counted from 1
// Verdict: wrong_answer
// Message: the place is
    // Solution 5:
    const auto first = differences(a, b);
    return thrust::max_element(thrust::device, first, first + n) - first + 1;
    // end of Solution 5
