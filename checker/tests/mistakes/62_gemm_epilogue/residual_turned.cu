// Mistake: row and column of the residual are exchanged
// Verdict: wrong_answer
// Message: rows and columns of the residual are exchanged
// Only: virtual
// Solution 1
struct Bias {
    const float* bias; // one element for each column of C
    __device__ float operator()(float sum, int row, int column) const { return sum + bias[column]; }
};

// sum + residual(row, column)
struct Residual {
    const float* residual; // as many rows and columns as C
    int columns;
    __device__ float operator()(float sum, int row, int column) const {
        return sum + residual[column * columns + row];
    }
};
// end of Solution 1
