// Mistake: both sides of a pair come from a
// Verdict: wrong_answer
// Message: the largest difference is 0
// Solution 3:
struct Distance {
    __host__ __device__ float operator()(float x, float y) const { return fabsf(x - y); }
};

static auto differences(const float* a, const float* b) {
    return thrust::make_transform_iterator(thrust::make_zip_iterator(a, a),
                                           thrust::make_zip_function(Distance()));
}
// end of Solution 3
