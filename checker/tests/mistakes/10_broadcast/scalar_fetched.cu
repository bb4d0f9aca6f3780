// Mistake: the number travels to the host and back into a kernel of its own
// Verdict: requirement
// Message: host to device
    // Solution 3
    float value = 0;
    check(cudaMemcpy(&value, scalar, sizeof value, cudaMemcpyDeviceToHost));
    float* copy = nullptr;
    check(cudaMalloc(&copy, sizeof value));
    check(cudaMemcpy(copy, &value, sizeof value, cudaMemcpyHostToDevice));
    add_views(matrix, columns, 1, copy, 0, 0, out, rows, columns);
    check(cudaFree(copy));
    // end of Solution 3
