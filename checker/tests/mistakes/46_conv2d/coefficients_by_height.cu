// Mistake: the filter has rows as long as it is high
// Verdict: wrong_answer
// Message: with a single 1
    // Solution 2:
    float sum = 0.0f;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += coefficients[j * filter.height + i] *
                   pixel(image, y + j - filter.ay, x + i - filter.ax);
        }
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
