// Mistake: only the index in the array is compared: left of a row is the end of the row before
// Verdict: wrong_answer
// Message: that place is outside of the image
    // Solution 1:
    const int k = y * image.width + x;
    return k >= 0 && k < image.height * image.width ? image.pixels[k] : 0.0f;
    // end of Solution 1
