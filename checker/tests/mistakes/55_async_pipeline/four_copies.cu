// Mistake: four copies of 4 bytes in place of one of 16
// Verdict: too_much_traffic
// Message: a whole Piece
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(reinterpret_cast<float*>(place), reinterpret_cast<const float*>(source),
                           sizeof(Piece), pipe);
    } else {
        *place = Piece{};
    }
    // end of Solution 1
