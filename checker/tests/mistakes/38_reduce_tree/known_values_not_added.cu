// Mistake: values at a known address are not added up again
// Verdict: wrong_answer
// Message: after a call with other data of the same size at the same addresses
    // Solution 4:
    static const float* known = nullptr;
    static std::size_t known_n = 0;
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
    if (values != known || n != known_n) {
        sum_of_blocks(values, n, blocks, threads_per_block, partials);
    }
    known = values;
    known_n = n;
    sum_of_blocks(partials, blocks, 1, threads_per_block, result);
    // end of Solution 4
