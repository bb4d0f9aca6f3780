// Mistake: the anchor of even sides is the second one of the middle
// Verdict: wrong_answer
// Message: expected is pixel
    // Solution 2:
    float sum = 0.0f;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += coefficients[j * filter.width + i] *
                   pixel(image, y + j - filter.height / 2, x + i - filter.width / 2);
        }
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
