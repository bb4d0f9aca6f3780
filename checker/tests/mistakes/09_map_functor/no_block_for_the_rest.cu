// Mistake: 0 blocks where there are one or two blocks' elements
// Verdict: fault
// Message: n = 257
// Solution 2:
if (n == 0) return;
const auto blocks = n <= threads_per_block
                        ? 1u
                        : static_cast<unsigned>(std::min(
                              (n - threads_per_block - 1) / threads_per_block, most_blocks));
map_kernel<<<blocks, threads_per_block>>>(n, out, op, in...);
check(cudaGetLastError());
// end of Solution 2
