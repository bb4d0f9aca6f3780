// Mistake: as char, the pieces may begin anywhere: there is no such asynchronous copy
// Verdict: requirement
// Message: no asynchronous copy
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(reinterpret_cast<char*>(place), reinterpret_cast<const char*>(source),
                           sizeof(Piece), pipe);
    } else {
        *place = Piece{};
    }
    // end of Solution 1
