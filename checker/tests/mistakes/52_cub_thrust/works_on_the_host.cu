// Mistake: the policy is missing: Thrust works on the host
// Verdict: crashed
// Message: Host code read a cudaMalloc pointer
// Only: virtual
    // Solution 5:
    const auto first = differences(a, b);
    return thrust::max_element(first, first + n) - first;
    // end of Solution 5
