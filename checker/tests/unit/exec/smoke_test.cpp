// Kernels as nvcc writes them, from the first instruction to the results.
#include "machine.hpp"

#include <cmath>
#include <numeric>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::string_view vector_add = R"(
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .f32 %f<4>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<11>;
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u64 %rd3, [c];
    ld.param.u32 %r2, [n];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r1, %r3, %r4, %r5;
    setp.ge.s32 %p1, %r1, %r2;
    @%p1 bra $done;
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
$done:
    ret;
}
)";

} // namespace

TEST_CASE("vector add over a ragged end") {
    TestDevice device(vector_add);
    constexpr std::size_t n = 1000;
    std::vector<float> a(n), b(n);
    std::iota(a.begin(), a.end(), 0.0f);
    std::iota(b.begin(), b.end(), 0.5f);
    const auto da = device.upload(a), db = device.upload(b);
    const auto dc = device.upload(std::vector<float>(n, -1.0f));
    const LaunchResult result =
        device.run_well("add", grid(4, 256), da, db, dc, static_cast<std::uint32_t>(n));
    const auto c = device.download<float>(dc, n);
    for (std::size_t i = 0; i < n; ++i) REQUIRE(c[i] == a[i] + b[i]);
    // 31 whole warps and one of which 24 threads stay: they skip the 11 instructions in between.
    CHECK(result.counters.warp_instructions == 32 * 22);
    CHECK(result.counters.thread_instructions == 1000 * 22 + 24 * 11);
}

TEST_CASE("the same launch gives the same counters again") {
    TestDevice device(vector_add);
    const auto buffer = device.upload(std::vector<float>(64, 1.0f));
    const auto first = device.run_well("add", grid(2, 32), buffer, buffer, buffer, 50u);
    const auto second = device.run_well("add", grid(2, 32), buffer, buffer, buffer, 50u);
    CHECK(first.counters.warp_instructions == second.counters.warp_instructions);
    CHECK(first.counters.thread_instructions == second.counters.thread_instructions);
}

TEST_CASE("a launch without threads or blocks does nothing") {
    TestDevice device(vector_add);
    const auto buffer = device.upload(std::vector<float>(64, 1.0f));
    for (const LaunchConfig& config : {grid(0, 32), grid(1, 0), grid(0, 0)}) {
        const auto result = device.run("add", config, buffer, buffer, buffer, 50u);
        CHECK_FALSE(result.fault);
        CHECK(result.counters.warp_instructions == 0);
    }
}

TEST_CASE("thread and block indices in three dimensions") {
    TestDevice device(R"(
.visible .entry ids(.param .u64 out)
{
    .reg .b32 %r<20>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.y;
    mov.u32 %r3, %tid.z;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %ntid.y;
    mov.u32 %r6, %ntid.z;
    mad.lo.s32 %r7, %r3, %r5, %r2;
    mad.lo.s32 %r7, %r7, %r4, %r1;      // linear in the block
    mov.u32 %r8, %ctaid.x;
    mov.u32 %r9, %ctaid.y;
    mov.u32 %r10, %ctaid.z;
    mov.u32 %r11, %nctaid.x;
    mov.u32 %r12, %nctaid.y;
    mad.lo.s32 %r13, %r10, %r12, %r9;
    mad.lo.s32 %r13, %r13, %r11, %r8;   // linear in the grid
    mul.lo.s32 %r14, %r4, %r5;
    mul.lo.s32 %r14, %r14, %r6;
    mad.lo.s32 %r15, %r13, %r14, %r7;
    mul.wide.u32 %rd2, %r15, 4;
    add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r16, %laneid;
    mov.u32 %r17, %warpid;
    mad.lo.s32 %r18, %r17, 32, %r16;
    sub.s32 %r18, %r18, %r7;            // 0: lanes and warps follow the linear index
    add.s32 %r18, %r18, %r15;
    st.global.u32 [%rd3], %r18;
    ret;
}
)");
    const LaunchConfig config{.grid = {2, 3, 2}, .block = {5, 3, 4}};
    constexpr std::uint32_t total = 12 * 60;
    const auto out = device.upload(std::vector<std::uint32_t>(total, 0));
    device.run_well("ids", config, out);
    const auto values = device.download<std::uint32_t>(out, total);
    for (std::uint32_t i = 0; i < total; ++i) REQUIRE(values[i] == i);
}

TEST_CASE("an undefined function is refused when the module is loaded") {
    const auto device = Device::create({.memory_bytes = 64 << 20});
    const auto module = device->load(std::string(header) + R"(
.extern .func missing;
.visible .entry k()
{
    call.uni missing;
    ret;
}
)",
                                     "test");
    REQUIRE_FALSE(module);
    CHECK(module.error().message == "Undefined reference to 'missing': no unit of this program "
                                    "defines it, and the virtual GPU does not provide it");
    CHECK(module.error().position.line == 8);
}

TEST_CASE("instructions that need not run are counted where they stand") {
    // %r1 and %rd1 never change; %r2 has two writers, %r3 a guard; the loop enters behind a copy.
    TestDevice device(R"(
.visible .entry k(.param .u64 out, .param .s16 small)
{
    .reg .pred %p<3>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [out];
    cvta.to.global.u64 %rd1, %rd0;
    ld.param.s16 %r6, [small];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 16;
    mov.u32 %r2, 100;
    mov.u32 %r3, 7;
    @%p1 mov.u32 %r3, 8;
    @%p1 bra $L1;
    mov.u32 %r2, 200;
    mov.u32 %r4, 1000;
$L1:
    mov.u32 %r5, 10000;
    add.u32 %r2, %r2, %r3;
    add.u32 %r2, %r2, %r5;
    add.u32 %r2, %r2, %r6;
    @!%p1 add.u32 %r2, %r2, %r4;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r2;
    ret;
}
)");
    const auto out = device.upload(std::vector<std::uint32_t>(32));
    for (const std::int16_t small : {-5, 6}) { // each launch has its own parameters
        const LaunchResult result = device.run_well("k", grid(1, 32), out, small);
        const auto values = device.download<std::uint32_t>(out, 32);
        for (int lane = 0; lane < 32; ++lane)
            CHECK(values[static_cast<std::size_t>(lane)] ==
                  static_cast<std::uint32_t>((lane < 16 ? 10108 : 11207) + small));
        // 9 for all, 2 for half of the warp, 9 for all; under a guard half of the lanes count.
        CHECK(result.counters.warp_instructions == 20);
        CHECK(result.counters.thread_instructions == 9 * 32 - 16 + 2 * 16 + 9 * 32 - 16);
    }
}
