// Mistake: counts in the counts of all, as lesson 25 does
// Verdict: requirement
// Message: nothing was counted in shared memory
// Only: virtual
    // Solution 1
    // A grid-stride loop that asks for eight values before it uses the first: memory is far away, and
    // eight questions take no longer than one.
    // end of Solution 1
                // Solution 2
                atomicAdd(&counts[bin], 1u);
                // end of Solution 2
    // Solution 3
    // end of Solution 3
