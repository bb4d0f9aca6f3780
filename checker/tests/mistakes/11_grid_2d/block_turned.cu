// Mistake: blocks of 8 x 32 threads
// Verdict: requirement
// Message: block 8 x 32
// Replaces
//|     const dim3 block(block_width, block_height);
//|     const dim3 grid((width + block_width - 1) / block_width,
//|                     (height + block_height - 1) / block_height);
    const dim3 block(block_height, block_width);
    const dim3 grid((width + block_height - 1) / block_height,
                    (height + block_width - 1) / block_width);
// end of Replaces
