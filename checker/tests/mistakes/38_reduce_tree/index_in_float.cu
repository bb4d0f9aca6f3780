// Mistake: counts through the array in float, which has 24 bits
// Verdict: wrong_answer
// Message: a place in the array is computed in float
    // Solution 1:
    const float stride = static_cast<float>(gridDim.x * blockDim.x);
    float own = 0.0f;
    for (float i = static_cast<float>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += stride) {
        own += values[static_cast<std::size_t>(i)];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
