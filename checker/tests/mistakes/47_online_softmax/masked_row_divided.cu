// Mistake: the weights of a row of minus infinities
// Verdict: wrong_answer
// Message: all values of this row are -infinity
// Message: 5: softmax, extreme values
    // Solution 5
    const State state = row_state(x, columns);
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        weights[i] = expf(x[i] - state.maximum) / state.sum;
    }
    // end of Solution 5
