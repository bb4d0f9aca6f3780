// A CUDA runtime whose device is the host's own memory: as much of it as the learner program itself
// uses, to test device arrays without any GPU. It is its own tracer.
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

int last_error = 0;
std::string trace;

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED int cudaMalloc(void** pointer, std::size_t bytes) {
    *pointer = std::malloc(bytes);
    return *pointer ? 0 : 2;
}
EXPORTED int cudaFree(void* pointer) {
    std::free(pointer);
    return 0;
}
EXPORTED int cudaMemcpy(void* to, const void* from, std::size_t bytes, int) {
    std::memcpy(to, from, bytes);
    return 0;
}
EXPORTED int cudaDeviceSynchronize() { return last_error == 700 ? 700 : 0; }
EXPORTED int cudaGetLastError() {
    const int error = last_error;
    if (error != 700) last_error = 0; // 700 is sticky
    return error;
}
EXPORTED const char* cudaGetErrorName(int error) {
    return error == 700 ? "cudaErrorIllegalAddress" : "cudaErrorInvalidValue";
}
EXPORTED const char* cudaGetErrorString(int) { return "made up"; }
EXPORTED void fake_fail(int error) { last_error = error; }

EXPORTED void workbook_trace_begin() {
    trace = R"({"events": [{"type": "launch", "kernel": "fake"}]})";
}
EXPORTED const char* workbook_trace_end(std::size_t* bytes) {
    *bytes = trace.size();
    return trace.data();
}
