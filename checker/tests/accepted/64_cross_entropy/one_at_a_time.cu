// Accepted: states of one logit, merged; the label's logit first; its thread subtracts at the label behind the loop; powers of two
    // Solution 1:
    for (const float one : x) {
        if (one == -INFINITY) continue;
        state = one > state.maximum ? State{one, state.sum * exp2f((state.maximum - one) * 1.44269504f) + 1.0f}
                                    : State{state.maximum, state.sum + exp2f((one - state.maximum) * 1.44269504f)};
    }
    return state;
    // end of Solution 1
    // Solution 2:
    State own{-INFINITY, 0};
#pragma unroll 2
    for (int c = threadIdx.x; c < classes; c += threads_per_block) {
        if (x[c] > -INFINITY) own = merge(own, {x[c], 1});
    }
    return reduce_block(own, [](State a, State b) { return merge(b, a); });
    // end of Solution 2
    // Solution 3:
    const float own = label == ignored ? 0 : x[label];
    const State of_row = label == ignored ? State{} : row_state(x, classes);
    if (threadIdx.x != 0) return;
    *loss = label == ignored ? 0 : (of_row.maximum - own) + log2f(of_row.sum) * 0.693147181f;
    if (label != ignored) *state = of_row;
    // end of Solution 3
    // Solution 4:
    float sum = 0;
    int count = 0;
    for (std::size_t r = threadIdx.x; r < rows; r += blockDim.x) {
        if (labels[r] >= 0) sum += losses[r], ++count;
    }
    const Mean all = reduce_block(Mean{sum, count}, [](Mean a, Mean b) {
        a.loss += b.loss;
        a.count += b.count;
        return a;
    });
    if (threadIdx.x == threads_per_block - 1) *mean = {all.count == 0 ? 0 : all.loss / all.count, all.count};
    // end of Solution 4
    // Solution 5:
    const float scale = label == ignored ? 0 : 1 / (state->sum * count), top = label == ignored ? 0 : state->maximum;
#pragma unroll 4
    for (int c = threadIdx.x; c < classes; c += threads_per_block) {
        x[c] = label == ignored ? 0 : __expf(x[c] - top) * scale;
    }
    if (label != ignored && label % threads_per_block == threadIdx.x) x[label] -= 1.0f / count;
    // end of Solution 5
