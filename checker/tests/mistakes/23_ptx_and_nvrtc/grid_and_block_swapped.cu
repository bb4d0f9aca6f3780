// Mistake: the numbers of blocks and of threads are swapped
// Verdict: requirement
// Message: the kernel was launched with blocks of 1 thread
        // Solution 4
        void* arguments[] = {&in, &out, &n};
        check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), threads_per_block, blocks,
                               arguments, 0, nullptr));
        // end of Solution 4
