// Accepted: a state of four values first, then one rescaling; neighbours merged first
    // Solution 2:
    State one{x, 1.0f};
    if (x == -INFINITY) one.sum = 0.0f;
    if (one.sum == 0.0f) return state;
    if (state.sum == 0.0f) return one;
    const float difference = x - state.maximum, e = expf(-fabsf(difference));
    return difference > 0 ? State{x, state.sum * e + 1} : State{state.maximum, state.sum + e};
    // end of Solution 2
    // Solution 4:
    __shared__ State states[threads_per_block];
    State own{-INFINITY, 0};
    int i = threadIdx.x;
    for (; i + 3 * threads_per_block < columns; i += 4 * threads_per_block) {
        const float p = x[i], q = x[i + threads_per_block], r = x[i + 2 * threads_per_block], s = x[i + 3 * threads_per_block];
        const float maximum = fmaxf(fmaxf(p, q), fmaxf(r, s));
        if (maximum == -INFINITY) continue;
        own = merge(own, {maximum, expf(p - maximum) + expf(q - maximum) + expf(r - maximum) + expf(s - maximum)});
    }
    for (; i < columns; i += threads_per_block) own = with_value(own, x[i]);
    states[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = 2 * step * threadIdx.x;
        if (left < threads_per_block) states[left] = merge(states[left], states[left + step]);
    }
    __syncthreads();
    return states[0];
    // end of Solution 4
