// Mistake: a tile of 256 elements for blocks of up to 1024 threads
// Verdict: fault
// Message: Invalid __shared__
// Replaces
//| __global__ void reverse_tiles_kernel(int* data, std::size_t n) {
//|     extern __shared__ int tile[];
__global__ void reverse_tiles_kernel(int* data, std::size_t n) {
    __shared__ int tile[256];
// end of Replaces
// Replaces
//| __global__ void reverse_array_kernel(const int* input, int* output, std::size_t n) {
//|     extern __shared__ int tile[];
__global__ void reverse_array_kernel(const int* input, int* output, std::size_t n) {
    __shared__ int tile[256];
// end of Replaces
    // Solution 3
    const std::size_t shared_bytes = 0;
    // end of Solution 3
    // Solution 4
    const std::size_t shared_bytes = 0;
    // end of Solution 4
