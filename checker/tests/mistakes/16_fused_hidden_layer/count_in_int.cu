// Mistake: the number of neurons becomes an int on its way to the kernel
// Verdict: wrong_answer
// Message: more than 32 bits can count
    // Solution 2:
    const int count = static_cast<int>(n);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        out[i] = neuron(grey[i], weights[i]);
    }
    // end of Solution 2
