// Mistake: divides by 0 if no row counts
// Verdict: wrong_answer
// Message: 0 / 0
    // Solution 4:
    Mean own{0.0f, 0};
#pragma unroll 4
    for (std::size_t r = threadIdx.x; r < rows; r += threads_per_block) {
        const bool counts = labels[r] != ignored;
        const float loss = losses[r];
        if (counts) own = {own.loss + loss, own.count + 1};
    }
    own = reduce_block(own, [](Mean a, Mean b) {
        return Mean{a.loss + b.loss, a.count + b.count};
    });
    own.loss /= static_cast<float>(own.count);
    if (threadIdx.x == 0) *mean = own;
    // end of Solution 4
