// Mistake: the output is written for each element of the filter
// Verdict: too_much_traffic
// Message: is to be written once
// Only: virtual
    // Solution 2:
    float sum = 0.0f;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += coefficients[j * filter.width + i] *
                   pixel(image, y + j - filter.ay, x + i - filter.ax);
            reinterpret_cast<volatile float*>(out)[y * image.width + x] = sum;
        }
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
