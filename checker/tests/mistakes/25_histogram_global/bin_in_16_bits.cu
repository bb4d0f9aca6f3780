// Mistake: the bin's number is kept in 16 bits
// Verdict: fault
// Message: Invalid __global__ atomic
// Only: virtual
            // Solution 2:
            int bin = static_cast<short>((x - low) / width);
            if (bin >= bin_count) bin = bin_count - 1;
            // end of Solution 2
