// Mistake: each thread divides, then the means are added
// Verdict: wrong_answer
// Message: mean_loss
    // Solution 4:
    Mean own{0.0f, 0};
#pragma unroll 4
    for (std::size_t r = threadIdx.x; r < rows; r += threads_per_block) {
        const bool counts = labels[r] != ignored;
        const float loss = losses[r];
        if (counts) own = {own.loss + loss, own.count + 1};
    }
    if (own.count > 0) own.loss /= static_cast<float>(own.count);
    own = reduce_block(own, [](Mean a, Mean b) {
        return Mean{a.loss + b.loss, a.count + b.count};
    });
    if (threadIdx.x == 0) *mean = own;
    // end of Solution 4
