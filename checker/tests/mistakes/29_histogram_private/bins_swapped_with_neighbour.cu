// Mistake: counts one bin further
// Verdict: wrong_answer
// Message: one place too late
                // Solution 2
                atomicAdd(&bins[(bin + 1) % bin_count], 1u);
                // end of Solution 2
