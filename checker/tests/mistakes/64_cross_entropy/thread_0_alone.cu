// Mistake: thread 0 goes through all rows
// Verdict: too_much_traffic
// Message: neighbouring threads are to take neighbouring rows
// Only: virtual
    // Solution 4:
    Mean own{0.0f, 0};
#pragma unroll 4
    for (std::size_t r = 0; threadIdx.x == 0 && r < rows; ++r) {
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
