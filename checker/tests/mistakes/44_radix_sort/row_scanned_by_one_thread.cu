// Mistake: one thread scans the row
// Verdict: too_much_traffic
// Message: neighbouring threads are to take neighbouring counts of a row
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        int before = 0;
        for (int b = 0; b < blocks; ++b) {
            const int own = row[b];
            row[b] = before;
            before += own;
        }
        totals[blockIdx.x] = before;
    }
    // end of Solution 2
