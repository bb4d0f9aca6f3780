// Mistake: counts in shared memory and adds each value to the counts of all as well
// Verdict: too_much_traffic
// Message: a block adds each of
// Only: virtual
                // Solution 2
                atomicAdd(&bins[bin], 1u);
                atomicAdd(&counts[bin], 1u);
                // end of Solution 2
    // Solution 3
    // end of Solution 3
