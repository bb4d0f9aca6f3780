// Mistake: the residual is taken as a row
// Verdict: wrong_answer
// Message: all rows get row 0 of the residual
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
        return sum + residual[column];
    }
};
// end of Solution 1
