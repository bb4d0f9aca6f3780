// Mistake: reduces twice with a barrier too few
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4:
    Mean own{0.0f, 0};
#pragma unroll 4
    for (std::size_t r = threadIdx.x; r < rows; r += threads_per_block) {
        const bool counts = labels[r] != ignored;
        const float loss = losses[r];
        if (counts) own = {own.loss + loss, own.count + 1};
    }
    const auto add = [](Mean a, Mean b) { return Mean{a.loss + b.loss, a.count + b.count}; };
    const Mean counts = reduce_block(Mean{0.0f, own.count}, add);
    own = {reduce_block(Mean{own.loss, 0}, add).loss, counts.count};
    if (own.count > 0) own.loss /= static_cast<float>(own.count);
    if (threadIdx.x == 0) *mean = own;
    // end of Solution 4
