// Mistake: places above and to the left are not compared
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 1:
    const bool inside = y < image.height && x < image.width;
    return inside ? image.pixels[y * image.width + x] : 0.0f;
    // end of Solution 1
