// Mistake: block_scales has a thread for each block, in place of a warp
// Verdict: requirement
// Message: each block is to have a warp of its own
// Message: the lanes of a warp are to read neighbouring values of one block
// Only: virtual
// Replaces
//|     const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
//|     const std::size_t block = i / values_of_a_block;
//|     if (block >= blocks) return; // whole warps
//|     const float largest = largest_of_group(counted(__bfloat162float(x[i])), values_of_a_block);
//|     const unsigned scale = scale_for(largest);
//|     if (threadIdx.x % values_of_a_block == 0) scales[block] = static_cast<std::uint8_t>(scale);
    const std::size_t block = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (block >= blocks) return;
    float largest = 0.0f;
    for (int i = 0; i < values_of_a_block; ++i) {
        largest = fmaxf(largest, counted(__bfloat162float(x[block * values_of_a_block + i])));
    }
    scales[block] = static_cast<std::uint8_t>(scale_for(largest));
// end of Replaces
// Replaces
//|     block_scales_kernel<<<blocks_for(blocks * values_of_a_block), threads>>>(x, scales, blocks);
    block_scales_kernel<<<blocks_for(blocks), threads>>>(x, scales, blocks);
// end of Replaces
