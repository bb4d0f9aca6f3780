// Mistake: one block does everything
// Verdict: requirement
// Message: left the work of map_kernel
// Message: to one block
// Only: virtual
// Solution 2:
if (n == 0) return;
map_kernel<<<1, 1024>>>(n, out, op, in...);
check(cudaGetLastError());
// end of Solution 2
