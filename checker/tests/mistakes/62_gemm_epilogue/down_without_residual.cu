// Mistake: no residual in down
// Verdict: wrong_answer
// Message: the residual is missing
// Solution 5
void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k) {
    gemm(x, W, y, m, n, k, Then<Bias, Gelu>{{bias}, {}});
}

void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k) {
    gemm(y, W, h, m, n, k, Bias{bias});
}
// end of Solution 5
