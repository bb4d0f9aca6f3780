// Mistake: waits for the device
// Verdict: requirement
// Message: scale_field() waited for the device
// Only: virtual
// Replaces
//|     const int own = fields_of_point * static_cast<int>(threadIdx.x);
//|     for (int f = 0; f < fields_of_point; ++f) tile[own + f] = 0;
//|     __syncthreads();
// end of Replaces
// Replaces
//|         for (int f = 0; f < fields_of_point; ++f) shown[own + f] = tile[own + f];
        for (int f = 0; f < fields_of_point; ++f) {
            const int k = fields_of_point * static_cast<int>(threadIdx.x) + f;
            shown[k] = tile[k];
        }
// end of Replaces
// Replaces
//|     scale_kernel<<<blocks, points_per_block>>>(records, n, fields, field, factor);
//|     check(cudaGetLastError());
    scale_kernel<<<blocks, points_per_block>>>(records, n, fields, field, factor);
    check(cudaDeviceSynchronize());
// end of Replaces
