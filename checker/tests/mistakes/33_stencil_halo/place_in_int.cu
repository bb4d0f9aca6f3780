// Mistake: a place of the row is kept in an int
// Verdict: wrong_answer
// Message: more than 32 bits can count
    // Solution 1:
    for (int p = t; p < tile_size; p += blockDim.x) {
        const int last = static_cast<int>(length) - 1;
        const int place = static_cast<int>(start) - radius + p;
        tile[p] = input[min(max(place, 0), last)];
    }
    // end of Solution 1
