// Mistake: rows and columns of the filter are exchanged
// Verdict: wrong_answer
// Message: out(
    // Solution 2:
    float sum = 0.0f;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += coefficients[i * filter.height + j] *
                   pixel(image, y + j - filter.ay, x + i - filter.ax);
        }
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
