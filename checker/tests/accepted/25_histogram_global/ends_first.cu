// Accepted: refuses what is outside by two returns of the loop, floor and a clamp, red.add by a builtin, memset in order
        // Solution 1:
        if (isnan(x) || x < low) continue;
        const bool in_range = !(x >= high);
        // end of Solution 1
            // Solution 2:
            const float place = floorf(__fdiv_rn(x - low, width));
            const int bin = min(max(static_cast<int>(place), 0), bin_count - 1);
            // end of Solution 2
            // Solution 3:
            atomicInc(counts + bin, 0xffffffffu);
            // end of Solution 3
    // Solution 4:
    cudaMemsetAsync(counts, 0, sizeof(*counts) * bin_count);
    // end of Solution 4
