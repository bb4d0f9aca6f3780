// Mistake: brings everything to the host, counts there and copies the counts up
// Verdict: requirement
// Message: kernel
// Replaces
//| #include <cuda_runtime.h>
#include <cuda_runtime.h>

#include <vector>
// end of Replaces
// Replaces
//|     const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
//|     const int blocks = static_cast<int>(blocks_needed < most_blocks ? blocks_needed : most_blocks);
//|     count_values<<<blocks, threads_per_block>>>(values, n, low, high, counts, bin_count);
    std::vector<float> host(n);
    std::vector<unsigned int> host_counts(bin_count, 0);
    cudaMemcpy(host.data(), values, n * sizeof(float), cudaMemcpyDeviceToHost);
    const double width = (static_cast<double>(high) - low) / bin_count;
    for (const float x : host) {
        if (!(x >= low && x < high)) continue;
        const int bin = static_cast<int>((x - low) / width);
        ++host_counts[bin < bin_count ? bin : bin_count - 1];
    }
    cudaMemcpy(counts, host_counts.data(), bin_count * sizeof(unsigned int), cudaMemcpyHostToDevice);
// end of Replaces
