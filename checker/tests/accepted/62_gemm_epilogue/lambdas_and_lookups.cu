// Accepted: the bias by __ldg; GELU by erfcf; op for all sums before the first is written; std::move of parts
// Solution 1
struct Bias {
    const float* bias; // one element for each column of C
    __device__ float operator()(float sum, int row, int column) const { return sum + __ldg(bias + column); }
};

// sum + residual(row, column)
struct Residual {
    const float* residual; // as many rows and columns as C
    int columns;
    __device__ float operator()(float sum, int row, int column) const {
        const float* own = residual + static_cast<std::size_t>(row) * columns;
        return own[column] + sum;
    }
};
// end of Solution 1
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return 0.5f * sum * erfcf(-sum * root_of_half);
        // end of Solution 2
        // Solution 3
        const float between = first(sum, row, column);
        return second(between, row, column);
        // end of Solution 3
    // Solution 4
    for (int ij = 0; ij < piece * piece; ++ij) {
        const int row = top + row_of(ij / piece), column = left + column_of(ij % piece);
        if (row < m && column < n) sums[ij / piece][ij % piece] = op(sums[ij / piece][ij % piece], row, column);
    }
    const bool fours = in_fours(C, n);
    for (int i = 0; i < piece; ++i) {
        for (int j = 0; j < piece; j += 4) {
            const int row = top + row_of(i), column = left + column_of(j);
            if (row < m && column < n) write_four(C, n, row, column, sums[i] + j, fours);
        }
    }
    // end of Solution 4
// Solution 5
// A functor of one's own for each layer.
struct Up {
    Bias bias;
    __device__ float operator()(float sum, int row, int column) const { return Gelu{}(bias(sum, row, column), row, column); }
};

void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k) {
    gemm(x, W, y, m, n, k, Up{{bias}});
}

void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k) {
    const Residual last{residual, n};
    gemm(y, W, h, m, n, k, Then<Bias, Residual>{{bias}, last});
}
// end of Solution 5
