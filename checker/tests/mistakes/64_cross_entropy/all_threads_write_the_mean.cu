// Mistake: all threads write the mean
// Verdict: too_much_traffic
// Message: one thread is to write the mean
// Only: virtual
    // Solution 4:
    Mean own{0.0f, 0};
    for (std::size_t r = threadIdx.x; r < rows; r += threads_per_block) {
        const bool counts = labels[r] != ignored;
        const float loss = losses[r];
        if (counts) own = {own.loss + loss, own.count + 1};
    }
    own = reduce_block(own, [](Mean a, Mean b) {
        return Mean{a.loss + b.loss, a.count + b.count};
    });
    if (own.count > 0) own.loss /= static_cast<float>(own.count);
    *mean = own;
    // end of Solution 4
