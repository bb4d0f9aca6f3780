// Mistake: ranks come from an atomic: lanes get them in any order
// Verdict: too_much_traffic
// Message: in the order in which lanes arrive
// Only: virtual
    // Solution 3:
    for (int j = 0; j < rounds; ++j) {
        rank[j] = atomicAdd(&count[digit_of(bits[j], shift)], 1);
        __syncwarp();
    }
    // end of Solution 3
