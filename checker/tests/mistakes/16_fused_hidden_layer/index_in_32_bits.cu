// Mistake: counts in unsigned: the loop begins anew after 2^32 neurons
// Verdict: wrong_answer
// Message: more than 32 bits can count
    // Solution 2:
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out[i] = neuron(grey[i], weights[i]);
    }
    // end of Solution 2
