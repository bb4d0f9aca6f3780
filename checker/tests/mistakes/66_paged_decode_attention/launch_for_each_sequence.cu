// Mistake: decode launches its second kernel once for each sequence
// Verdict: requirement
// Message: 4 kernels were launched by decode()
// Only: virtual
// Replaces
//| __global__ void combine_kernel(States states, const int* lengths, int parts, float* out) {
//|     const int query = blockIdx.y * gridDim.x + blockIdx.x, length = lengths[blockIdx.y];
__global__ void combine_kernel(States states, const int* lengths, int sequence, int parts, float* out) {
    const int query = sequence * gridDim.x + blockIdx.x, length = lengths[sequence];
// end of Replaces
// Replaces
//|     combine_kernel<<<dim3(kv_heads * group, sequences), head_size>>>({maximum, sum, o}, lengths,
//|                                                                      parts_for(table_width), out);
//|     check(cudaGetLastError());
    for (int sequence = 0; sequence < sequences; ++sequence) {
        combine_kernel<<<kv_heads * group, head_size>>>({maximum, sum, o}, lengths, sequence,
                                                        parts_for(table_width), out);
        check(cudaGetLastError());
    }
// end of Replaces
