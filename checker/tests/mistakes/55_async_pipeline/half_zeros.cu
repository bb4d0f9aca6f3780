// Mistake: the first float of four becomes zero
// Verdict: fault
// Message: was never written in this block
// Only: virtual
    // Solution 1
    if (there) {
        cuda::memcpy_async(place, source, sizeof(Piece), pipe);
    } else {
        *reinterpret_cast<float*>(place) = 0.0f;
    }
    // end of Solution 1
