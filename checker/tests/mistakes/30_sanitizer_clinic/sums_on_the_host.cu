// Mistake: the host makes the sums of three; the kernel is launched on nothing
// Verdict: requirement
// Message: sums_of_three(): a kernel is to compute what stands there
// Replaces
//| #include <algorithm>
#include <algorithm>
#include <vector>
// end of Replaces
// Replaces
//|     sums_of_three_kernel<<<blocks_for(n), threads_per_block>>>(values, n, sums);
    sums_of_three_kernel<<<blocks_for(n), threads_per_block>>>(values, 0, sums);
    std::vector<int> all(n), result(n);
    check(cudaMemcpy(all.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < n; ++i)
        result[i] = all[i] + (i > 0 ? all[i - 1] : 0) + (i + 1 < n ? all[i + 1] : 0);
    check(cudaMemcpy(sums, result.data(), n * sizeof(int), cudaMemcpyHostToDevice));
// end of Replaces
