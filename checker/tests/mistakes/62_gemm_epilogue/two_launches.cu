// Mistake: the product, then a second one for the residual
// Verdict: wrong_answer
// Message: in place of the residual the sum is added once more
// Solution 5
void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k) {
    gemm(x, W, y, m, n, k, Then<Bias, Gelu>{{bias}, {}});
}

void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k) {
    gemm(y, W, h, m, n, k, Bias{bias});
    gemm(y, W, h, m, n, 0, Then<Residual, Residual>{{h, n}, {residual, n}});
}
// end of Solution 5
