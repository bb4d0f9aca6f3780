// Mistake: rows are compared with the width
// Verdict: wrong_answer
// Message: pixel(image,
    // Solution 1:
    const bool inside = y >= 0 && y < min(image.height, image.width) && x >= 0 && x < image.width;
    return inside ? image.pixels[y * image.width + x] : 0.0f;
    // end of Solution 1
