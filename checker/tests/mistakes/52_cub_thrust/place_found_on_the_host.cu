// Mistake: the host looks for the place, and Thrust works for nothing
// Verdict: requirement
// Message: bytes to the host: Thrust is to look for the place on the device
    // Solution 5:
    if (n == 0) return 0;
    float* const values = new float[2 * n];
    check(cudaMemcpy(values, a, n * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(values + n, b, n * sizeof(float), cudaMemcpyDeviceToHost));
    const auto first = differences(a, b);
    std::size_t place = thrust::max_element(thrust::device, first, first + 1) - first;
    for (std::size_t i = 1; i < n; ++i)
        if (fabsf(values[i] - values[n + i]) > fabsf(values[place] - values[n + place])) place = i;
    delete[] values;
    return place;
    // end of Solution 5
