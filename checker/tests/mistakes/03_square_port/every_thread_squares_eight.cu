// Mistake: each thread squares eight elements, its own and those behind it
// Verdict: too_much_traffic
// Message: elements are written more than once: a thread squares its own element and no other
// Only: virtual
        // Solution 1
        for (std::size_t k = 0; k < 8; ++k) {
            const std::size_t j = (i + k) % count;
            output[j] = input[j] * input[j];
        }
        // end of Solution 1
