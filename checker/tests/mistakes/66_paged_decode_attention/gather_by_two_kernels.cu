// Mistake: gather launches a kernel for the keys and one for the values
// Verdict: requirement
// Message: 2 kernels were launched by gather()
// Only: virtual
// Replaces
//| __global__ void gather_kernel(const float* keys, const float* values, const int* lengths,
__global__ void gather_kernel(const float* rows, const int* lengths,
// end of Replaces
// Replaces
//|                               int head, float* keys_out, float* values_out) {
                              int head, float* out) {
// end of Replaces
// Replaces
//|     keys_out[i * head_size + threadIdx.x] = keys[from + threadIdx.x];
//|     values_out[i * head_size + threadIdx.x] = values[from + threadIdx.x];
    out[i * head_size + threadIdx.x] = rows[from + threadIdx.x];
// end of Replaces
// Replaces
//|     gather_kernel<<<table_width * page_keys, head_size>>>(
//|         keys, values, lengths, table, table_width, kv_heads, sequence, head, keys_out, values_out);
    gather_kernel<<<table_width * page_keys, head_size>>>(keys, lengths, table, table_width,
                                                          kv_heads, sequence, head, keys_out);
    check(cudaGetLastError());
    gather_kernel<<<table_width * page_keys, head_size>>>(values, lengths, table, table_width,
                                                          kv_heads, sequence, head, values_out);
// end of Replaces
