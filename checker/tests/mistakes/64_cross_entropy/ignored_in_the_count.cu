// Mistake: counts rows that are ignored
// Verdict: wrong_answer
// Message: it is divided by the number of all rows
    // Solution 4:
    Mean own{0.0f, 0};
#pragma unroll 4
    for (std::size_t r = threadIdx.x; r < rows; r += threads_per_block) {
        const bool counts = labels[r] != ignored;
        const float loss = losses[r];
        own = {counts ? own.loss + loss : own.loss, own.count + 1};
    }
    own = reduce_block(own, [](Mean a, Mean b) {
        return Mean{a.loss + b.loss, a.count + b.count};
    });
    if (own.count > 0) own.loss /= static_cast<float>(own.count);
    if (threadIdx.x == 0) *mean = own;
    // end of Solution 4
