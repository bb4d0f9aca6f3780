// Mistake: all lanes write, and the sum that a lane of an xor shuffle has is right in all
// Verdict: too_much_traffic
// Message: one lane writes the row
// Only: virtual
    // Solution 2:
    float sum = 0.0f;
    const int end = offsets[row + 1];
    for (int k = offsets[row] + lane; k < end; k += warp_size) {
        sum += values[k] * x[columns[k]];
    }
    sum = sum_of_lanes(sum, warp_size);
    y[row] = sum;
    // end of Solution 2
