// Mistake: the loop is missing: what lies beyond the first grid keeps its weight
// Verdict: wrong_answer
// Message: any number of neurons
// Message: element 262144
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = neuron(grey[i], weights[i]);
    }
    // end of Solution 2
