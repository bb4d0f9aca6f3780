// How the questions to the driver print their answers, one line each.
#pragma once

#include "api_tell.hpp"

#include <csetjmp>
#include <csignal>
#include <cuda.h>

inline void tell(const char* question, CUresult answer) {
    const char* name = nullptr;
    if (cuGetErrorName(answer, &name) != CUDA_SUCCESS || name == nullptr) name = "no name";
    std::printf("%-58s %s\n", question, name);
}

// A driver may take what is no handle badly: then it is the answer that it crashes, and the next
// question comes.
inline sigjmp_buf& before_question() {
    static sigjmp_buf place;
    return place;
}
template <class Question>
void ask(const char* text, Question&& question) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS})
        std::signal(signal, [](int) { siglongjmp(before_question(), 1); });
    if (sigsetjmp(before_question(), 1) == 0)
        tell(text, question());
    else
        std::printf("%-58s crashes\n", text);
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS}) std::signal(signal, SIG_DFL);
}
#define ASK(text, ...) ask(text, [&] { return __VA_ARGS__; })

// The driver, and a context of the first device, which is current.
inline CUcontext begin_context() {
    CUcontext context = nullptr;
    CUdevice device = 0;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, nullptr, 0, device);
    return context;
}

// What the kernels of the questions are: the driver compiles them.
inline constexpr char kernels[] = R"(.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 counter = 5;
.visible .const .align 4 .u32 factor[4];
.visible .entry put(.param .u64 place, .param .u32 value)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [place];
    ld.param.u32 %r1, [value];
    cvta.to.global.u64 %rd2, %rd1;
    st.global.u32 [%rd2], %r1;
    ret;
}
.visible .entry take(.param .u64 place, .param .u64 from)
{
    .reg .b64 %rd<5>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [place];
    ld.param.u64 %rd2, [from];
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    ld.global.u32 %r1, [%rd4];
    st.global.u32 [%rd3], %r1;
    ret;
}
.visible .entry put_late(.param .u64 place, .param .u32 value)
{
    .reg .b64 %rd<6>;
    .reg .b32 %r<2>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [place];
    ld.param.u32 %r1, [value];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u64 %rd3, %globaltimer;
wait:
    mov.u64 %rd4, %globaltimer;
    sub.u64 %rd5, %rd4, %rd3;
    setp.lt.u64 %p1, %rd5, 300000000;
    @%p1 bra wait;
    st.global.u32 [%rd2], %r1;
    ret;
}
.visible .entry nothing()
{
    ret;
}
)";

inline CUfunction kernel(const char* name) {
    static CUmodule module = nullptr;
    CUfunction found = nullptr;
    if (module == nullptr) cuModuleLoadData(&module, kernels);
    cuModuleGetFunction(&found, module, name);
    return found;
}

inline CUresult put(CUdeviceptr place, unsigned value, CUstream stream = nullptr) {
    void* parameters[] = {&place, &value};
    return cuLaunchKernel(kernel("put"), 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr);
}

inline CUresult take(CUdeviceptr place, CUdeviceptr from) {
    void* parameters[] = {&place, &from};
    return cuLaunchKernel(kernel("take"), 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr);
}
