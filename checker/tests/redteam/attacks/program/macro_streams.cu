// Attack: orders nothing, and has those who fill its inputs do so in its own stream
// Verdict: fault
// Stage: program
// Lesson: 17_strided_interop
// Points: 4.35
// Replaces
//| void order_after(std::uintptr_t producer, cudaStream_t stream) {
//|     if (producer == 0) {
//|         return;
//|     }
//|     cudaEvent_t mark = nullptr;
//|     check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
//|     cudaError_t status = cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer));
//|     if (status == cudaSuccess) {
//|         status = cudaStreamWaitEvent(stream, mark);
//|     }
//|     cudaEventDestroy(mark);
//|     check(status);
//| }
void order_after(std::uintptr_t producer, cudaStream_t stream) {}
// end of Replaces
// Replaces
//|     check(cudaGetLastError());
//| }
    check(cudaGetLastError());
}

// All streams are one, in which everything is in order.
#define cudaStreamCreateWithFlags(stream, flags) (*(stream) = nullptr, cudaSuccess)
#define cudaStreamDestroy(stream) cudaSuccess
#undef cudaStreamPerThread
#define cudaStreamPerThread cudaStreamLegacy
// end of Replaces
