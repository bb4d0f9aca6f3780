// Mistake: the first warp takes all points
// Verdict: requirement
// Message: one warp or block does the work of the others
// Only: virtual
// Replaces
//|     if (x >= width || y >= height) {
//|         return;
//|     }
//|     const std::size_t here = static_cast<std::size_t>(y) * width + x;
    if (x >= 32 || y >= 1) return;
    for (int k = x; k < width * height; k += 32) {
        const float old = from[k];
        const int column = k % width, row = k / width;
        const bool inside = column > 0 && row > 0 && column < width - 1 && row < height - 1;
        to[k] = inside ? old + rate * (from[k - 1] + from[k + 1] + from[k - width] +
                                       from[k + width] - 4.0f * old)
                       : old;
    }
// end of Replaces
    // Solution 1
    // end of Solution 1
