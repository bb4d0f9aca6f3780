// Mistake: three strided copies in place of a kernel
// Verdict: requirement
// Message: to_arrays
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
//|     to_arrays_kernel<<<blocks, points_per_block>>>(points, n, x, y, z);
//|     check(cudaGetLastError());
    static_cast<void>(blocks);
    float* const arrays[] = {x, y, z};
    for (int f = 0; f < fields_of_point; ++f) {
        check(cudaMemcpy2DAsync(arrays[f], sizeof(float), points + f, fields_of_point * sizeof(float),
                                sizeof(float), n, cudaMemcpyDeviceToDevice));
    }
// end of Replaces
