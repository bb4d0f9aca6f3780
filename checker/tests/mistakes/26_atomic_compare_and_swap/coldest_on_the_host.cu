// Mistake: the host finds the coldest; the kernel is launched on nothing
// Verdict: requirement
// Message: find_coldest(): a kernel is to compute what stands there
// Replaces
//| #include <cstring>
#include <cstring>
#include <vector>
// end of Replaces
// Replaces
//|     find_coldest_kernel<<<32, threads_per_block>>>(readings, n, first_position, coldest);
    find_coldest_kernel<<<32, threads_per_block>>>(readings, 0, first_position, coldest);
    std::vector<float> all(n);
    Candidate best;
    check(cudaMemcpy(all.data(), readings, n * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&best, coldest, sizeof best, cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < n; ++i) {
        const Candidate here{all[i], first_position + static_cast<std::uint32_t>(i)};
        if (here.value < best.value || (here.value == best.value && here.position < best.position)) best = here;
    }
    check(cudaMemcpy(coldest, &best, sizeof best, cudaMemcpyHostToDevice));
// end of Replaces
