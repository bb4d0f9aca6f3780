// Accepted: an event that gives itself back, and the default streams by their own names
    // Solution 4:
    struct Event {
        cudaEvent_t event = nullptr;
        Event() { check(cudaEventCreate(&event)); }
        Event(const Event&) = delete;
        ~Event() { cudaEventDestroy(event); }
    };
    if (producer == 0) return;
    const Event mark;
    check(cudaEventRecord(mark.event, producer == 1   ? cudaStreamLegacy
                                      : producer == 2 ? cudaStreamPerThread
                                                      : reinterpret_cast<cudaStream_t>(producer)));
    check(cudaStreamWaitEvent(stream, mark.event, cudaEventWaitDefault));
    // end of Solution 4
