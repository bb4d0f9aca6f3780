// Accepted: the border by flags, fmaf, pointers by the step's parity, a typed copy
    // Solution 1:
    float value = from[here];
    if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) {
        const float left = from[here - 1], right = from[here + 1];
        const float up = from[here - static_cast<std::size_t>(width)];
        const float down = from[here + static_cast<std::size_t>(width)];
        value = fmaf(rate, (left + right) + (up + down) - 4 * value, value);
    }
    to[here] = value;
    // end of Solution 1
    // Solution 2:
    float* const buffers[] = {plate, other};
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(buffers[step % 2], buffers[(step + 1) % 2], width, height, rate);
        check(cudaPeekAtLastError());
    }
    float* from = buffers[steps % 2];
    // end of Solution 2
    // Solution 3:
    if (steps % 2 == 1) {
        check(cudaMemcpy2DAsync(plate, sizeof(float) * width, from, sizeof(float) * width, sizeof(float) * width,
                                height, cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
