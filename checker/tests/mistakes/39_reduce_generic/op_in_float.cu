// Mistake: an op that takes and gives float
// Verdict: wrong_answer
// Message: a product of any number of factors
// Solution 4
struct Times {
    __device__ float operator()(float x, float y) const { return x * y; }
};

struct Smaller {
    __device__ float operator()(float x, float y) const { return y < x ? y : x; }
};

void product(const double* values, std::size_t n, double* partials, double* result) {
    reduce(n, Elements<double>{values}, 1.0, Times{}, partials, result);
}

void smallest(const float* values, std::size_t n, float* partials, float* result) {
    reduce(n, Elements<float>{values}, std::numeric_limits<float>::infinity(), Smaller{}, partials,
           result);
}
// end of Solution 4
