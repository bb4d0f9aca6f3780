// Accepted: GELU from the normal distribution's function; the residual first, the bias second; C written by fours of its own
        // Solution 2
                return sum * normcdff(sum);
        // end of Solution 2
    // Solution 4
    const bool fours = n % 4 == 0 && reinterpret_cast<unsigned long long>(C) % 16 == 0;
#pragma unroll
    for (int j = 0; j < piece; j += 4) {
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            const int row = top + row_of(i), column = left + column_of(j);
            if (row < m) {
                float* to = C + static_cast<long long>(row) * n + column;
                if (fours && column < n) {
                    float4 four;
                    four.x = op(sums[i][j], row, column);
                    four.y = op(sums[i][j + 1], row, column + 1);
                    four.z = op(sums[i][j + 2], row, column + 2);
                    four.w = op(sums[i][j + 3], row, column + 3);
                    *reinterpret_cast<float4*>(to) = four;
                } else {
#pragma unroll
                    for (int one = 0; one < 4; ++one)
                        if (column + one < n) to[one] = op(sums[i][j + one], row, column + one);
                }
            }
        }
    }
    // end of Solution 4
// Solution 5
void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k) {
    gemm(x, W, y, m, n, k, Then<Bias, Gelu>{{bias}, {}});
}

void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k) {
    gemm(y, W, h, m, n, k, Then<Residual, Bias>{{residual, n}, {bias}});
}
// end of Solution 5
