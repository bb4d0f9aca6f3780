// Mistake: a part that is not full is left out
// Verdict: wrong_answer
// Message: sequence
    // Solution 5
    const int count = length / part_keys;
    const int first = query * parts;
    float maximum, sum;
    const float value =
        merged({states.maximum + first, states.sum + first, states.o + first * head_size}, count, 1,
               threadIdx.x, maximum, sum);
    out[query * head_size + threadIdx.x] = sum == 0.0f ? 0.0f : value / sum;
    // end of Solution 5
