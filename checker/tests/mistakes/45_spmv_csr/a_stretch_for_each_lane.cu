// Mistake: each lane takes a stretch of neighbours: a warp reads elements that lie apart
// Verdict: too_much_traffic
// Message: neighbouring lanes are to read neighbouring nonzeros
// Only: virtual
    // Solution 2:
    float sum = 0.0f;
    const int end = offsets[row + 1];
    const int share = (end - offsets[row] + warp_size - 1) / warp_size;
    const int first = offsets[row] + lane * share;
    for (int k = first; k < min(first + share, end); ++k) {
        sum += values[k] * x[columns[k]];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] = sum;
    // end of Solution 2
