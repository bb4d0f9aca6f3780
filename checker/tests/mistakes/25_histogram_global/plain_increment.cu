// Mistake: counts with += : threads that read the same count overwrite each other
// Verdict: fault
// Message: Race reported
// Only: virtual
            // Solution 3
            counts[bin] += 1u;
            // end of Solution 3
