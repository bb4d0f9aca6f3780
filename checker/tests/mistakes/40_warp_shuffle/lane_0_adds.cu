// Mistake: lane 0 reads all values of its warp
// Verdict: too_much_traffic
// Message: 32 lanes read their values with one request
// Only: virtual
    // Solution 2:
    if (i < n && lane == 0) {
        std::uint32_t own = 0;
        for (std::size_t k = i; k < n && k < i + warp_size; ++k) own += values[k];
        sums[i / warp_size] = own;
    }
    // end of Solution 2
