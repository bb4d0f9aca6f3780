// Mistake: the loop runs over the first dimension, as in a vector
// Verdict: wrong_answer
// Message: no strides: rows without gaps
// Replaces
//|     for (int d = 0; d < array.dimensions; ++d) {
//|         count *= array.shape[d];
    if (array.dimensions > 0) {
        count = array.shape[0];
// end of Replaces
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
