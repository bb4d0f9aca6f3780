// Mistake: zeros, and then the copy all the same
// Verdict: fault
// Message: TO BE WRITTEN
// Only: virtual
    // Solution 1
    if (there) cuda::memcpy_async(place, source, sizeof(Piece), pipe);
    *place = Piece{};
    // end of Solution 1
