// Mistake: the difference is an int
// Verdict: wrong_answer
// Message: is the difference an int on the way?
// Solution 3:
struct Distance {
    __host__ __device__ int operator()(float x, float y) const { return static_cast<int>(fabsf(x - y)); }
};

static auto differences(const float* a, const float* b) {
    return thrust::make_transform_iterator(thrust::make_zip_iterator(a, b),
                                           thrust::make_zip_function(Distance()));
}
// end of Solution 3
