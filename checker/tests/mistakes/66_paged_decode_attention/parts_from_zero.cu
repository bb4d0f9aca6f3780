// Mistake: the factor of a part is the exponential of its maximum; no maximum is subtracted
// Verdict: wrong_answer
// Message: a part's factor is exp(its maximum - the largest)
    // Solution 5
    float value = 0.0f, sum = 0.0f;
    for (int p = 0; p * part_keys < length; ++p) {
        const int row = query * parts + p;
        const float factor = __expf(states.maximum[row]);
        sum += factor * states.sum[row];
        value += factor * states.o[row * head_size + threadIdx.x];
    }
    out[query * head_size + threadIdx.x] = sum == 0.0f ? 0.0f : value / sum;
    // end of Solution 5
