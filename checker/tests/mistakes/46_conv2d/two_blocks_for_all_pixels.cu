// Mistake: two blocks take all pixels, in two loops
// Verdict: requirement
// Message: each thread is to take one pixel of the output
// Message: naive_kernel was launched with 2 blocks
// Only: virtual
// Replaces
//|     const int y = blockIdx.y * blockDim.y + threadIdx.y;
//|     const int x = blockIdx.x * blockDim.x + threadIdx.x;
//|     if (y >= image.height || x >= image.width) return;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < image.height;
         y += gridDim.y * blockDim.y)
    for (int x = threadIdx.x; x < image.width; x += blockDim.x) {
// end of Replaces
    // Solution 2:
    float sum = 0.0f;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += coefficients[j * filter.width + i] *
                   pixel(image, y + j - filter.ay, x + i - filter.ax);
        }
    }
    out[y * image.width + x] = sum;
    }
    // end of Solution 2
// Replaces
//|     naive_kernel<<<grid_for(whole, 32, 32), dim3(32, 32)>>>(
    naive_kernel<<<dim3(1, 2), dim3(32, 32)>>>(
// end of Replaces
