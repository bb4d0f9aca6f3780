// Mistake: of four floats one is copied
// Verdict: fault
// Message: was never written in this block
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(reinterpret_cast<float*>(place), reinterpret_cast<const float*>(source),
                           sizeof(float), pipe);
    } else {
        *place = Piece{};
    }
    // end of Solution 1
