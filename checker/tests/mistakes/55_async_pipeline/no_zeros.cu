// Mistake: nothing is stored where the matrix has no such piece
// Verdict: fault
// Message: TO BE WRITTEN
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(place, source, sizeof(Piece), pipe);
    }
    // end of Solution 1
