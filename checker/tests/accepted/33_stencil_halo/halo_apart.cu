// Accepted: each thread brings its element, the first ones the halo; the loop of the weights unrolled to 17
    // Solution 1:
    for (int k = t; k < 2 * radius; k += blockDim.x) {
        const int p = k < radius ? k : k + static_cast<int>(blockDim.x);
        tile[p] = input[max(std::ptrdiff_t{0}, min(start - radius + p, length - 1))];
    }
    tile[t + radius] = input[min(start + t, length - 1)];
    // end of Solution 1
    // Solution 2:
    __barrier_sync(0);
    // end of Solution 2
    // Solution 3:
    if (start + t >= length) return;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 2 * largest_radius + 1; ++k)
        if (k <= 2 * radius) sum = fmaf(weights.of[k], tile[t + k], sum);
    output[start + t] = sum;
    // end of Solution 3
