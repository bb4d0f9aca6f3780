// Mistake: beyond the edges the outermost pixels go on
// Verdict: wrong_answer
// Message: that place is outside of the image
    // Solution 1:
    y = min(max(y, 0), image.height - 1);
    x = min(max(x, 0), image.width - 1);
    return image.pixels[y * image.width + x];
    // end of Solution 1
