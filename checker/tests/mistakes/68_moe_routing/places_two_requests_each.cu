// Mistake: a thread places two requests
// Verdict: requirement
// Message: each thread is to place one request
// Only: virtual
// Replaces
//|                              int capacity, int* places, int* order, float* weights) {
//|     const int request = blockIdx.x * threads_per_block + threadIdx.x;
                             int capacity, int* places, int* order, float* weights) {
    for (int half = 0; half < 2; ++half) {
    const int request = blockIdx.x * threads_per_block + half * threads_per_block / 2 + threadIdx.x;
// end of Replaces
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    }
    // end of Solution 5
// Replaces
//|     place_kernel<<<blocks_for(tokens), threads_per_block>>>(chosen, starts, offsets, 2 * tokens,
    place_kernel<<<blocks_for(tokens), threads_per_block / 2>>>(chosen, starts, offsets, 2 * tokens,
// end of Replaces
