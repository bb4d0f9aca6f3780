// Mistake: the first warp of a block reads its row, adds up the losses and makes the derivatives
// Verdict: requirement
// Message: all threads of a block are to read logits of its row
// Message: all threads of the block are to add up losses
// Message: all threads of a block are to write derivatives of its row
// Only: virtual
    // Solution 2
    State own{-INFINITY, 0.0f};
    for (int first = threadIdx.x; threadIdx.x < 32 && first < classes; first += at_once * 32) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * 32;
            four[k] = c < classes ? x[c] : -INFINITY;
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
    // Solution 4
    Mean own{0.0f, 0};
    for (std::size_t r = threadIdx.x; threadIdx.x < 32 && r < rows; r += 32) {
        const bool counts = labels[r] != ignored;
        const float loss = losses[r];
        if (counts) own = {own.loss + loss, own.count + 1};
    }
    own = reduce_block(own, [](Mean a, Mean b) {
        return Mean{a.loss + b.loss, a.count + b.count};
    });
    if (own.count > 0) own.loss /= static_cast<float>(own.count);
    if (threadIdx.x == 0) *mean = own;
    // end of Solution 4
    // Solution 5
    if (threadIdx.x >= 32) return;
    if (label == ignored) {
        for (int c = threadIdx.x; c < classes; c += 32) x[c] = 0.0f;
        return;
    }
    const float part = 1.0f / static_cast<float>(count);
    const float factor = part / state->sum, maximum = state->maximum;
    for (int c = threadIdx.x; c < classes; c += 32) {
        const float share = expf(x[c] - maximum) * factor;
        x[c] = c == label ? share - part : share;
    }
    // end of Solution 5
