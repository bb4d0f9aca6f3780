// Mistake: the residual is taken to have k columns
// Verdict: wrong_answer
// Message: a row of the residual has n elements, not k
// Only: virtual
// Solution 5
void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k) {
    gemm(x, W, y, m, n, k, Then<Bias, Gelu>{{bias}, {}});
}

void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k) {
    gemm(y, W, h, m, n, k, Then<Bias, Residual>{{bias}, {residual, k}});
}
// end of Solution 5
