// Mistake: left of the row, an unsigned place is far to the right of it
// Verdict: wrong_answer
// Message: wrong near the ends of the row
    // Solution 1
    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::size_t inside = std::size_t(place) < n ? std::size_t(place) : n - 1;
        tile[p] = input[inside];
    }
    // end of Solution 1
