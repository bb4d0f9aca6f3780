// Mistake: two blocks take all rows, one after the other
// Verdict: requirement
// Message: row_states_kernel was launched with 2 blocks; a block for each row is asked for, 20 of them
// Message: softmax_kernel was launched with 2 blocks; a block for each row is asked for, 20 of them
// Only: virtual
// Replaces
//| __global__ void row_states_kernel(const float* input, int columns, State* states) {
//|     const State state = row_state(input + blockIdx.x * columns, columns);
//|     if (threadIdx.x == threads_per_block - 1) { // all threads have it, also the last one
//|         states[blockIdx.x] = state;
__global__ void row_states_kernel(const float* input, int rows, int columns, State* states) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const State state = row_state(input + row * columns, columns);
        if (threadIdx.x == threads_per_block - 1) states[row] = state;
        __syncthreads(); // the next row overwrites what was read
// end of Replaces
// Replaces
//|     row_states_kernel<<<rows, threads_per_block>>>(input, columns, states);
    row_states_kernel<<<rows < 2 ? rows : 2, threads_per_block>>>(input, rows, columns, states);
// end of Replaces
// Replaces
//| __global__ void softmax_kernel(const float* input, float* output, int columns) {
//|     const int begin = blockIdx.x * columns;
//|     softmax_of_row(input + begin, output + begin, columns);
__global__ void softmax_kernel(const float* input, float* output, int rows, int columns) {
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        softmax_of_row(input + row * columns, output + row * columns, columns);
        __syncthreads();
    }
// end of Replaces
// Replaces
//|     softmax_kernel<<<rows, threads_per_block>>>(input, output, columns);
    softmax_kernel<<<rows < 2 ? rows : 2, threads_per_block>>>(input, output, rows, columns);
// end of Replaces
