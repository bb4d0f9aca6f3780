// Mistake: 0 / 0 for a sequence without keys
// Verdict: wrong_answer
// Message: a sequence without keys gives 0
    // Solution 5
    const int count = (length + part_keys - 1) / part_keys;
    const int first = query * parts;
    float maximum, sum;
    const float value =
        merged({states.maximum + first, states.sum + first, states.o + first * head_size}, count, 1,
               threadIdx.x, maximum, sum);
    out[query * head_size + threadIdx.x] = value / sum;
    // end of Solution 5
