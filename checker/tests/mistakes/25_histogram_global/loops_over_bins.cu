// Mistake: every thread loops over the bins and counts its own index instead of the value
// Verdict: wrong_answer
// Message: element
            // Solution 2
            const int bin = static_cast<int>(i % bin_count);
            // end of Solution 2
