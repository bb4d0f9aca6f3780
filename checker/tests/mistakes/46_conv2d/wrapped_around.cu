// Mistake: beyond an edge the opposite one begins
// Verdict: wrong_answer
// Message: that place is outside of the image
    // Solution 1:
    y = (y + image.height * 8) % image.height;
    x = (x + image.width * 8) % image.width;
    return image.pixels[y * image.width + x];
    // end of Solution 1
