// The number of warps that begin, and the instructions of the busiest of them.
#include "body.hpp"

#include <string>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

// Threads for which `condition` sets %p1 go round a loop 100 times, between two barriers.
std::string loop_if(std::string_view condition, std::string_view barrier = "bar.sync 0;") {
    return std::string(condition) + std::string(barrier) + R"(
    mov.u32 %r1, 100;
    @!%p1 bra $behind;
$loop:
    sub.s32 %r1, %r1, 1;
    setp.ne.s32 %p2, %r1, 0;
    @%p2 bra $loop;
$behind:
    )" + std::string(barrier) +
           "\n    st.global.u32 [%rd1], %r1;\n";
}
constexpr std::uint64_t extra = 300; // what the loop takes

constexpr std::string_view nobody = "setp.lt.u32 %p1, %r0, 0;\n";
constexpr std::string_view warp_1 = "shr.u32 %r2, %r0, 5;\nsetp.eq.u32 %p1, %r2, 1;\n";
constexpr std::string_view half_a_warp = "setp.lt.u32 %p1, %r0, 16;\n";
constexpr std::string_view block_2 = "mov.u32 %r2, %ctaid.x;\nsetp.eq.u32 %p1, %r2, 2;\n";

LaunchCounters counters_of(const std::string& body, LaunchConfig config, std::uint64_t seed = 0) {
    TestDevice device(kernel_of(body), {.memory_bytes = 64 << 20, .schedule_seed = seed});
    const auto out = device.upload(std::vector<std::uint32_t>(1024, 0));
    return device.run_well("k", config, out).counters;
}

// One warp has the loop's instructions besides those that all have.
void check_one_is_busy(const LaunchCounters& counters, std::uint64_t warps) {
    CHECK(counters.warps == warps);
    const std::uint64_t even = (counters.warp_instructions - extra) / warps;
    CHECK(counters.warp_instructions == even * warps + extra);
    CHECK(counters.busiest_warp_instructions == even + extra);
}

} // namespace

TEST_CASE("warps that all do the same") {
    const LaunchCounters counters = counters_of(loop_if(nobody), grid(5, 80));
    CHECK(counters.warps == 15);
    CHECK(counters.busiest_warp_instructions * 15 == counters.warp_instructions);
}

TEST_CASE("one warp of a block, and one that is a block") {
    for (const std::uint64_t seed : {0, 1, 2, 3}) {
        check_one_is_busy(counters_of(loop_if(warp_1), grid(1, 256), seed), 8);
        check_one_is_busy(counters_of(loop_if(block_2), grid(40, 32), seed), 40);
    }
}

TEST_CASE("both sides of a branch are the warp's own") {
    const LaunchCounters counters = counters_of(loop_if(half_a_warp), grid(1, 64));
    CHECK(counters.warps == 2);
    const LaunchCounters alone = counters_of(loop_if(half_a_warp), grid(1, 32));
    CHECK(alone.busiest_warp_instructions == alone.warp_instructions);
    CHECK(counters.busiest_warp_instructions == alone.warp_instructions);
    CHECK(counters.warp_instructions > alone.warp_instructions);
}

TEST_CASE("blocks of a cluster, and of a cooperative launch") {
    LaunchConfig clusters = grid(8, 32);
    clusters.cluster = {4, 1, 1};
    clusters.explicit_cluster = true;
    check_one_is_busy(
        counters_of(loop_if(block_2, "barrier.cluster.arrive;\nbarrier.cluster.wait;"), clusters),
        8);
    LaunchConfig cooperative = grid(8, 32);
    cooperative.cooperative = true;
    check_one_is_busy(counters_of(loop_if(block_2), cooperative), 8);
}

TEST_CASE("of a launch that is stopped, what its warps have done so far") {
    TestDevice device(kernel_of("$loop:\n    bra $loop;\n"),
                      {.memory_bytes = 64 << 20, .instruction_limit = 100'000});
    const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
    const LaunchResult result = device.run("k", grid(1, 32), out);
    REQUIRE((result.stopped || result.fault));
    CHECK(result.counters.warps == 1);
    CHECK(result.counters.busiest_warp_instructions == result.counters.warp_instructions);
}

TEST_CASE("the next launch begins anew") {
    TestDevice device(kernel_of(loop_if(warp_1)));
    const auto out = device.upload(std::vector<std::uint32_t>(1024, 0));
    for (int launch = 0; launch < 3; ++launch)
        check_one_is_busy(device.run_well("k", grid(1, 128), out).counters, 4);
}
