// Mistake: the last row and column count as outside
// Verdict: wrong_answer
// Message: expected is pixel
    // Solution 1:
    const bool inside = y >= 0 && y < image.height - 1 && x >= 0 && x < image.width;
    return inside ? image.pixels[y * image.width + x] : 0.0f;
    // end of Solution 1
