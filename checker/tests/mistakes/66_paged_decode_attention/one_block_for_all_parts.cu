// Mistake: one block makes the states of all parts
// Verdict: requirement
// Message: a block for each part and key head is asked for
// Only: virtual
// Replaces
//|                        const int* table, int table_width, int kv_heads, States states) {
//|     const int part = blockIdx.x, head = blockIdx.y, sequence = blockIdx.z;
                       const int* table, int table_width, int kv_heads, States states, int parts,
                       int sequences) {
// end of Replaces
// Replaces
//|     if (keys_of_part(lengths[sequence], part) == 0) return;
    for (int all = blockIdx.x; all < parts * kv_heads * sequences; all += gridDim.x) {
    const int part = all % parts, head = all / parts % kv_heads, sequence = all / parts / kv_heads;
    if (keys_of_part(lengths[sequence], part) == 0) continue; // all threads of the block
// end of Replaces
// Replaces
//|         const int row = query * gridDim.x + part;
        const int row = query * parts + part;
// end of Replaces
// Replaces
//|         states.sum[row] = total;
        states.sum[row] = total;
    }
    __syncthreads(); // shared memory is used again
// end of Replaces
// Replaces
//|     const dim3 grid(parts_for(table_width), kv_heads, sequences);
    const int parts = parts_for(table_width);
// end of Replaces
// Replaces
//|         part_states_kernel<of><<<grid, threads_per_block>>>(
//|             q, keys, values, lengths, table, table_width, kv_heads, {maximum, sum, o});
        part_states_kernel<of><<<1, threads_per_block>>>(q, keys, values, lengths, table,
                                                         table_width, kv_heads, {maximum, sum, o},
                                                         parts, sequences);
// end of Replaces
