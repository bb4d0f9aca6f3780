// Mistake: divides x instead of its distance from low
// Verdict: fault
// Message: Invalid __global__ atomic
            // Solution 2
            const int bin = static_cast<int>(x / width);
            // end of Solution 2
