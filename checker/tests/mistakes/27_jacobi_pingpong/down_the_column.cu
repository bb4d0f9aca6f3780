// Mistake: threadIdx.x runs down a column
// Verdict: too_much_traffic
// Message: a warp reads down a column
// Only: virtual
// Replaces
//|     const int x = blockIdx.x * blockDim.x + threadIdx.x;
//|     const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int x = blockIdx.x * blockDim.y + threadIdx.y;
    const int y = blockIdx.y * blockDim.x + threadIdx.x;
// end of Replaces
// Replaces
//|     const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    const dim3 grid((width + block.y - 1) / block.y, (height + block.x - 1) / block.x);
// end of Replaces
