// Mistake: the difference has its sign
// Verdict: wrong_answer
// Message: not the largest magnitude
// Solution 3:
struct Distance {
    __host__ __device__ float operator()(float x, float y) const { return x - y; }
};

static auto differences(const float* a, const float* b) {
    return thrust::make_transform_iterator(thrust::make_zip_iterator(a, b),
                                           thrust::make_zip_function(Distance()));
}
// end of Solution 3
