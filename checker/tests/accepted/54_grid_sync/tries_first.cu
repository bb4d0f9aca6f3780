// Accepted: tries the launch, and clears the error that says that the grid does not fit
    // Solution 2:
    if (blocks <= 0) return false;
    const void* arguments[] = {&x, &n, &work, &out};
    const cudaError_t status = cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(blocks),
                                                           dim3(threads_per_block), const_cast<void**>(arguments), 0,
                                                           nullptr);
    if (status == cudaErrorCooperativeLaunchTooLarge) {
        cudaGetLastError();
        return false;
    }
    check(status);
    return true;
    // end of Solution 2
    // Solution 3:
    const auto grid = cooperative_groups::this_grid();
    find_peak(x, n, work);
    grid.barrier_wait(grid.barrier_arrive());
    scale(x, n, work, out);
    // end of Solution 3
