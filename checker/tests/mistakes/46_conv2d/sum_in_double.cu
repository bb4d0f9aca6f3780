// Mistake: the sum is a double
// Verdict: requirement
// Message: there is a double on the way
    // Solution 2:
    double sum = 0.0;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += double{1} * coefficients[j * filter.width + i] *
                   pixel(image, y + j - filter.ay, x + i - filter.ax);
        }
    }
    out[y * image.width + x] = static_cast<float>(sum);
    // end of Solution 2
