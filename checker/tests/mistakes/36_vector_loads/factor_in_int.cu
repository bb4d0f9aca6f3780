// Mistake: the factor is an int on its way: 2.5 becomes 2
// Verdict: wrong_answer
// Message: the factor is 2.5
    // Replaces
//| __device__ void scale_four(float* values, float factor) {
__device__ void scale_four(float* values, int factor) {
    // end of Replaces
    // Replaces
//| __global__ void scale_aligned_kernel(float* values, std::size_t vectors, float factor) {
__global__ void scale_aligned_kernel(float* values, std::size_t vectors, int factor) {
    // end of Replaces
    // Replaces
//| __global__ void scale_kernel(float* values, Split parts, float factor) {
__global__ void scale_kernel(float* values, Split parts, int factor) {
    // end of Replaces
