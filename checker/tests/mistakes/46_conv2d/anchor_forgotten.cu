// Mistake: the filter begins at the pixel, not around it
// Verdict: wrong_answer
// Message: out(0, 0) is pixel (0, 0)
    // Solution 2:
    float sum = 0.0f;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += coefficients[j * filter.width + i] *
                   pixel(image, y + j, x + i);
        }
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
