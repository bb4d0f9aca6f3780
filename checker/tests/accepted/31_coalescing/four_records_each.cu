// Accepted: a thread takes four records, a block apart
    // Replaces
//| __global__ void scale_kernel(float* records, std::size_t n, int fields, int field, float factor) {
constexpr int records_of_thread = 4;

__global__ void scale_kernel(float* records, std::size_t n, int fields, int field, float factor) {
    // end of Replaces
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x * records_of_thread + threadIdx.x;
#pragma unroll
    for (int r = 0; r < records_of_thread; ++r) {
        const std::size_t i = first + r * points_per_block;
        if (i < n) records[i * fields + field] *= factor;
    }
    // end of Solution 2
    // Replaces
//|     scale_kernel<<<blocks, points_per_block>>>(records, n, fields, field, factor);
    const unsigned fewer = (blocks + records_of_thread - 1) / records_of_thread;
    scale_kernel<<<fewer, points_per_block>>>(records, n, fields, field, factor);
    // end of Replaces
