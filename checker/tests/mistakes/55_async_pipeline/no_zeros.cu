// Mistake: nothing is stored where the matrix has no such piece
// Verdict: fault
// Message: was never written in this block
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(place, source, sizeof(Piece), pipe);
    }
    // end of Solution 1
