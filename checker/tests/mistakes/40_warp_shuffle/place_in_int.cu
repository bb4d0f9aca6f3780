// Mistake: the place of a value is an int
// Verdict: wrong_answer
// Message: more than 32 bits
// Only: virtual
    // Solution 2:
    const int place = static_cast<int>(i);
    std::uint32_t own = place < static_cast<int>(n) ? values[place] : 0;
    for (int offset = warp_size / 2; offset > 0; offset /= 2) {
        own = add_step(own, lane, warp_size, offset);
    }
    if (i < n && lane == 0) sums[i / warp_size] = own;
    // end of Solution 2
