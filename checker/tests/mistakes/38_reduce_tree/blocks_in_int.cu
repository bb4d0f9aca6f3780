// Mistake: the number of values becomes an int before blocks are counted
// Verdict: wrong_answer
// Message: more than 32 bits can count
    // Solution 4:
    const int count = static_cast<int>(n);
    const int blocks = std::clamp((count + threads_per_block - 1) / threads_per_block, 1,
                                  static_cast<int>(most_partials));
    sum_of_blocks(values, count, blocks, threads_per_block, partials);
    sum_of_blocks(partials, blocks, 1, threads_per_block, result);
    // end of Solution 4
