// Mistake: what Residual returns loses its digits behind the point
// Verdict: wrong_answer
// Message: Residual, 8 rows and 8 columns
// Solution 1
struct Bias {
    const float* bias; // one element for each column of C
    __device__ float operator()(float sum, int row, int column) const { return sum + bias[column]; }
};

// sum + residual(row, column)
struct Residual {
    const float* residual; // as many rows and columns as C
    int columns;
    __device__ int operator()(float sum, int row, int column) const {
        return sum + residual[row * columns + column];
    }
};
// end of Solution 1
