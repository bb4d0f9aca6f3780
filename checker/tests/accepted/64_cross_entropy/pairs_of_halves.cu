// Accepted: sums of pairs; warps that take pieces of 128 logits; a row of zeros by the same loop; states read by each thread
    // Solution 1:
    State ends[2];
    for (int i = 0; i < 2; ++i) {
        const float high = fmaxf(x[2 * i], x[2 * i + 1]), low = fminf(x[2 * i], x[2 * i + 1]);
        ends[i] = {high, high == -INFINITY ? 0.0f : 1.0f + expf(low - high)};
    }
    return merge(state, merge(ends[0], ends[1]));
    // end of Solution 1
    // Solution 2:
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = threads_per_block / 32;
    State own = {-INFINITY, 0};
    for (int piece = warp; piece * 128 < classes; piece += warps) {
        float four[at_once];
        for (int k = 0; k < at_once; ++k) {
            const int c = piece * 128 + k * 32 + lane;
            four[k] = -INFINITY;
            if (c < classes) four[k] = __ldg(x + c);
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
    // Solution 5:
    const bool counts = label >= 0;
    const State of_row = counts ? *state : State{0, 1};
    const float divisor = static_cast<float>(count);
    for (int c = threadIdx.x; c < classes; c += blockDim.x) {
        float derivative = 0;
        if (counts) derivative = expf(x[c] - of_row.maximum) / of_row.sum;
        if (c == label) derivative -= 1;
        x[c] = counts ? derivative / divisor : 0;
    }
    // end of Solution 5
