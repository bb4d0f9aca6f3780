// The frame around the corpus's small programs: each is a CASE in one of the .cu files, and the
// executable that holds them runs the one that it is told.
//
//     CASE(one_past_the_end) { ... launches something ... }
//
// On a line that a report must name stands `// fault: NAME`; on the line of a race's other access
// `// other: NAME`. What else must be said is in expected.tsv.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

namespace corpus {

using Body = void (*)();
struct Registration {
    Registration(const char* name, Body body);
};

#define CASE(name)                                                                                 \
    static void case_##name();                                                                     \
    static const corpus::Registration registration_##name{#name, case_##name};                     \
    static void case_##name()

// For what must succeed: the programs of the correct half end here if something does not.
inline void expect(bool right, const char* what, int line) {
    if (right) return;
    std::fprintf(stderr, "line %d: not so: %s (%s)\n", line, what,
                 cudaGetErrorString(cudaGetLastError()));
    std::exit(1);
}
#define EXPECT(condition) corpus::expect((condition), #condition, __LINE__)
#define SUCCEED(call) corpus::expect((call) == cudaSuccess, #call, __LINE__)

// Device memory that ends with its scope.
template <class Element>
class Array {
  public:
    // Its contents are undefined.
    explicit Array(int count) : count_(count) { SUCCEED(cudaMalloc(&data_, bytes())); }
    Array(int count, int byte) : Array(count) { SUCCEED(cudaMemset(data_, byte, bytes())); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { cudaFree(data_); }

    operator Element*() const { return data_; }
    std::size_t bytes() const { return count_ * sizeof(Element); }
    Element operator[](int index) const {
        Element element;
        SUCCEED(cudaMemcpy(&element, data_ + index, sizeof element, cudaMemcpyDeviceToHost));
        return element;
    }

  private:
    int count_;
    Element* data_ = nullptr;
};

// A stream whose work has ended when its scope does.
struct Stream {
    explicit Stream(unsigned flags = cudaStreamNonBlocking) {
        SUCCEED(cudaStreamCreateWithFlags(&handle, flags));
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() {
        cudaStreamSynchronize(handle);
        cudaStreamDestroy(handle);
    }
    operator cudaStream_t() const { return handle; }
    cudaStream_t handle = nullptr;
};
// Arrays are set in the legacy stream, for which this one does not wait: the host does.
struct StreamAfterArrays : Stream {
    StreamAfterArrays() { SUCCEED(cudaDeviceSynchronize()); }
};

struct Event {
    Event() { SUCCEED(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { cudaEventDestroy(handle); }
    operator cudaEvent_t() const { return handle; }
    cudaEvent_t handle = nullptr;
};

#ifdef __CUDACC__
__device__ inline int thread() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ inline int lane() { return static_cast<int>(threadIdx.x % 32); }
#endif

} // namespace corpus

#ifdef __CUDACC__
using corpus::Array;
using corpus::lane;
using corpus::thread;
#endif
