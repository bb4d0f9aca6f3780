// Mistake: keep() stores nothing, as in the stub: not a fault, which would stand above other TODOs
// Verdict: wrong_answer
// Message: keep() stores nothing into the tiles yet
    // Solution 4
template <bool aligned>
__device__ Brought bring(const float* A, const float* B, int m, int n, int k, int top, int left,
                         int first) {
    return {};
}
__device__ void keep(Tiles& tiles, const Brought& brought) {}
__device__ void add_fours(const Tiles& tiles, float (&sums)[piece][piece]) {}
    // end of Solution 4
