// Mistake: a value right below high rounds up to bin_count: one element behind the counts is written
// Verdict: fault
// Message: Invalid __global__ atomic of size 4 bytes
            // Solution 2
            const int bin = static_cast<int>((x - low) / width);
            // end of Solution 2
