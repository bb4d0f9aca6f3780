// Mistake: the outputs of the parts are added up
// Verdict: wrong_answer
// Message: the outputs of the parts are added up
    // Solution 5
    const int count = (length + part_keys - 1) / part_keys;
    float all = 0.0f;
    for (int p = 0; p < count; ++p) {
        const int row = query * parts + p;
        all += states.o[row * head_size + threadIdx.x] / states.sum[row];
    }
    out[query * head_size + threadIdx.x] = all;
    // end of Solution 5
