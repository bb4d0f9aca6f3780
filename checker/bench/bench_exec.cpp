// Times of kernels on the virtual GPU, without observers: bench_exec [repetitions]
//
// The kernels are what nvcc 13.0 makes of the usual first lessons. Prints the best of the
// repetitions in milliseconds and thread instructions a second.
#include "vgpu/exec/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

using namespace vgpu::exec;

constexpr const char* module_text = R"(
.version 9.0
.target sm_80
.address_size 64

.visible .entry add(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)
{
    .reg .pred %p<2>;
    .reg .f32 %f<4>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<11>;
    ld.param.u64 %rd1, [pa];
    ld.param.u64 %rd2, [pb];
    ld.param.u64 %rd3, [pc];
    ld.param.u32 %r2, [pn];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r1, %r3, %r4, %r5;
    setp.ge.s32 %p1, %r1, %r2;
    @%p1 bra $L1;
    cvta.to.global.u64 %rd4, %rd1;
    mul.wide.s32 %rd5, %r1, 4;
    add.s64 %rd6, %rd4, %rd5;
    cvta.to.global.u64 %rd7, %rd2;
    add.s64 %rd8, %rd7, %rd5;
    ld.global.f32 %f1, [%rd8];
    ld.global.f32 %f2, [%rd6];
    add.f32 %f3, %f2, %f1;
    cvta.to.global.u64 %rd9, %rd3;
    add.s64 %rd10, %rd9, %rd5;
    st.global.f32 [%rd10], %f3;
$L1:
    ret;
}

.visible .entry hypot(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)
{
    .reg .pred %p<3>;
    .reg .f32 %f<6>;
    .reg .b32 %r<12>;
    .reg .b64 %rd<11>;
    ld.param.u64 %rd4, [pa];
    ld.param.u64 %rd5, [pb];
    ld.param.u64 %rd6, [pc];
    ld.param.u32 %r6, [pn];
    mov.u32 %r7, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r8, %tid.x;
    mad.lo.s32 %r11, %r7, %r1, %r8;
    setp.ge.s32 %p1, %r11, %r6;
    @%p1 bra $H2;
    mov.u32 %r9, %nctaid.x;
    mul.lo.s32 %r3, %r1, %r9;
    cvta.to.global.u64 %rd1, %rd4;
    cvta.to.global.u64 %rd2, %rd5;
    cvta.to.global.u64 %rd3, %rd6;
$H1:
    mul.wide.s32 %rd7, %r11, 4;
    add.s64 %rd8, %rd1, %rd7;
    ld.global.f32 %f1, [%rd8];
    add.s64 %rd9, %rd2, %rd7;
    ld.global.f32 %f2, [%rd9];
    mul.f32 %f3, %f2, %f2;
    fma.rn.f32 %f4, %f1, %f1, %f3;
    sqrt.rn.f32 %f5, %f4;
    add.s64 %rd10, %rd3, %rd7;
    st.global.f32 [%rd10], %f5;
    add.s32 %r11, %r11, %r3;
    setp.lt.s32 %p2, %r11, %r6;
    @%p2 bra $H1;
$H2:
    ret;
}

.visible .entry histogram(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)
{
    .reg .pred %p<2>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [pa];
    ld.param.u64 %rd2, [pc];
    ld.param.u32 %r2, [pn];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r1, %r3, %r4, %r5;
    setp.ge.s32 %p1, %r1, %r2;
    @%p1 bra $L1;
    mul.wide.s32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    ld.global.u32 %r6, [%rd4];
    and.b32 %r7, %r6, 7;
    mul.wide.u32 %rd5, %r7, 4;
    add.s64 %rd6, %rd2, %rd5;
    red.global.add.u32 [%rd6], 1;
$L1:
    ret;
}

.visible .entry matmul(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)
{
    .shared .align 4 .b8 ta[1024];
    .shared .align 4 .b8 tb[1024];
    .reg .pred %p<3>;
    .reg .f32 %f<8>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<12>;
    ld.param.u64 %rd1, [pa];
    ld.param.u64 %rd2, [pb];
    ld.param.u64 %rd3, [pc];
    ld.param.u32 %r1, [pn];
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, %tid.y;
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ctaid.y;
    mad.lo.s32 %r6, %r5, 16, %r3;
    mad.lo.s32 %r7, %r4, 16, %r2;
    mad.lo.s32 %r8, %r6, %r1, %r2;
    mad.lo.s32 %r9, %r3, %r1, %r7;
    shl.b32 %r10, %r3, 6;
    shl.b32 %r11, %r2, 2;
    mov.u32 %r12, ta;
    mov.u32 %r13, tb;
    add.s32 %r14, %r12, %r10;
    add.s32 %r15, %r14, %r11;
    add.s32 %r16, %r13, %r11;
    add.s32 %r17, %r16, %r10;
    shl.b32 %r18, %r1, 4;
    mov.f32 %f1, 0f00000000;
    mov.u32 %r19, 0;
$M1:
    mul.wide.s32 %rd4, %r8, 4;
    add.s64 %rd5, %rd1, %rd4;
    ld.global.f32 %f2, [%rd5];
    st.shared.f32 [%r15], %f2;
    mul.wide.s32 %rd6, %r9, 4;
    add.s64 %rd7, %rd2, %rd6;
    ld.global.f32 %f3, [%rd7];
    st.shared.f32 [%r17], %f3;
    bar.sync 0;
    mov.u32 %r20, 0;
    mov.u32 %r21, %r14;
    mov.u32 %r22, %r16;
$M2:
    ld.shared.f32 %f4, [%r21];
    ld.shared.f32 %f5, [%r22];
    fma.rn.f32 %f1, %f4, %f5, %f1;
    add.s32 %r21, %r21, 4;
    add.s32 %r22, %r22, 64;
    add.s32 %r20, %r20, 1;
    setp.lt.s32 %p1, %r20, 16;
    @%p1 bra $M2;
    bar.sync 0;
    add.s32 %r8, %r8, 16;
    add.s32 %r9, %r9, %r18;
    add.s32 %r19, %r19, 16;
    setp.lt.s32 %p2, %r19, %r1;
    @%p2 bra $M1;
    mad.lo.s32 %r23, %r6, %r1, %r7;
    mul.wide.s32 %rd8, %r23, 4;
    add.s64 %rd9, %rd3, %rd8;
    st.global.f32 [%rd9], %f1;
    ret;
}
)";

struct Case {
    const char* kernel;
    LaunchConfig config;
    std::uint32_t n;
};

std::uint64_t buffer(Device& device, std::size_t words) {
    const auto address = device.memory().allocate(words * 4, "cudaMalloc");
    if (!address) std::abort();
    std::byte* bytes = device.memory().host_view(*address);
    for (std::size_t i = 0; i < words; ++i) {
        const float value = static_cast<float>(i % 1000) * 0.5f;
        std::memcpy(bytes + 4 * i, &value, 4);
    }
    return *address;
}

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

int main(int count, char** arguments) {
    const int repetitions = count > 1 ? std::atoi(arguments[1]) : 5;
    const auto device = Device::create({.memory_bytes = 1 << 30});
    const auto module = device->load(module_text, "bench");
    if (!module) {
        std::fprintf(stderr, "line %d: %s\n", module.error().position.line,
                     module.error().message.c_str());
        return 1;
    }
    constexpr std::uint32_t million = 1 << 20;
    const Case cases[] = {
        {"add", {.grid = {million / 256, 1, 1}, .block = {256, 1, 1}}, million},
        {"hypot", {.grid = {64, 1, 1}, .block = {128, 1, 1}}, million},
        {"histogram", {.grid = {million / 256, 1, 1}, .block = {256, 1, 1}}, million},
        {"matmul", {.grid = {16, 16, 1}, .block = {16, 16, 1}}, 256},
    };
    const std::uint64_t buffers[3] = {buffer(*device, million), buffer(*device, million),
                                      buffer(*device, million)};
    for (const Case& each : cases) {
        std::byte parameters[32] = {};
        std::memcpy(parameters, buffers, sizeof buffers);
        std::memcpy(parameters + sizeof buffers, &each.n, sizeof each.n);
        const KernelId kernel = *device->find_kernel(*module, each.kernel);
        double best = 1e30;
        LaunchResult result;
        for (int i = 0; i < repetitions; ++i) {
            const double begin = processor_seconds();
            result = device->launch(kernel, each.config, parameters);
            best = std::min(best, processor_seconds() - begin);
        }
        if (result.fault) {
            std::fprintf(stderr, "%s: %s\n", each.kernel, result.fault->message.c_str());
            return 1;
        }
        std::printf("%-10s %8.2f ms  %8.0f M thread instructions/s  %6.1f ns a warp instruction\n",
                    each.kernel, best * 1e3,
                    static_cast<double>(result.counters.thread_instructions) / best * 1e-6,
                    best * 1e9 / static_cast<double>(result.counters.warp_instructions));
    }
    return 0;
}
