// Mistake: the values are not divided by the sum
// Verdict: wrong_answer
// Message: the values are not divided by the sum
    // Solution 5
    const int count = (length + part_keys - 1) / part_keys;
    const int first = query * parts;
    float maximum, sum;
    const float value =
        merged({states.maximum + first, states.sum + first, states.o + first * head_size}, count, 1,
               threadIdx.x, maximum, sum);
    out[query * head_size + threadIdx.x] = sum == 0.0f ? 0.0f : value;
    // end of Solution 5
