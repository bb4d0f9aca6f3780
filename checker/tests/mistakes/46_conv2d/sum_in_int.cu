// Mistake: the sum is an int
// Verdict: wrong_answer
// Message: 
    // Solution 2:
    int sum = 0;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum = static_cast<int>(sum + coefficients[j * filter.width + i] *
                   pixel(image, y + j - filter.ay, x + i - filter.ax));
        }
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
