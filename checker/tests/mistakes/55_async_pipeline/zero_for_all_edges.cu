// Mistake: zeros, and then the copy all the same
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 1
    if (there) cuda::memcpy_async(place, source, sizeof(Piece), pipe);
    *place = Piece{};
    // end of Solution 1
