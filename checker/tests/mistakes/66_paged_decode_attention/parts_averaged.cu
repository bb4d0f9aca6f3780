// Mistake: the outputs of the parts are averaged
// Verdict: wrong_answer
// Message: the outputs of the parts are averaged
    // Solution 5
    const int count = (length + part_keys - 1) / part_keys;
    float mean = 0.0f;
    for (int p = 0; p < count; ++p) {
        const int row = query * parts + p;
        mean += states.o[row * head_size + threadIdx.x] / states.sum[row] / count;
    }
    out[query * head_size + threadIdx.x] = mean;
    // end of Solution 5
