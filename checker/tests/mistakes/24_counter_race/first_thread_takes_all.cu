// Mistake: the first thread takes all tickets and hands them out
// Verdict: requirement
// Message: fewer threads take a number than there are warps
// Only: virtual
        // Solution 3
        if (i == 0) {
            const unsigned mine = atomicAdd(counter, static_cast<unsigned>(n));
            for (std::size_t k = 0; k < n; ++k) tickets[k] = mine + static_cast<unsigned>(k);
        }
        // end of Solution 3
