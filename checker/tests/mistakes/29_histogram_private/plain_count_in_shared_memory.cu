// Mistake: counts in shared memory without an atomic operation
// Verdict: fault
// Message: Race reported
// Only: virtual
                // Solution 2
                ++bins[bin];
                // end of Solution 2
