// Mistake: x is copied before it is added
// Verdict: requirement
// Message: add_arrays() made 1 copy from device to device (copies_first.cu:
    // Solution 4
    if (producer == 0) {
        return;
    }
    cudaEvent_t mark = nullptr;
    check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    check(cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer)));
    check(cudaStreamWaitEvent(stream, mark));
    check(cudaEventDestroy(mark)); // it is kept until no stream waits for it any more
    // end of Solution 4
// Replaces
//|         std::min((count + threads_per_block - 1) / threads_per_block, most_blocks);
        std::min((count + threads_per_block - 1) / threads_per_block, most_blocks);
    ArrayInterface copy = x;
    if (!x.has_strides) {
        void* memory = nullptr;
        check(cudaMallocAsync(&memory, count * sizeof(float), stream));
        check(cudaMemcpyAsync(memory, reinterpret_cast<void*>(x.pointer), count * sizeof(float),
                              cudaMemcpyDeviceToDevice, stream));
        copy.pointer = reinterpret_cast<std::uintptr_t>(memory);
    }
// end of Replaces
// Replaces
//|                  stream>>>(view_of(x), view_of(y), view_of(out), shape, count);
                 stream>>>(view_of(copy), view_of(y), view_of(out), shape, count);
// end of Replaces
// Replaces
//|     check(cudaGetLastError());
    check(cudaGetLastError());
    if (!x.has_strides) {
        check(cudaFreeAsync(reinterpret_cast<void*>(copy.pointer), stream));
    }
// end of Replaces
