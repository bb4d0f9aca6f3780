// Mistake: the function waits for its kernel
// Verdict: requirement
// Message: it is not to wait
        // Solution 4
        void* arguments[] = {&in, &out, &n};
        check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), blocks, threads_per_block,
                               arguments, 0, nullptr));
        check(cudaDeviceSynchronize());
        // end of Solution 4
