// Launches that run and get nowhere: which warps spin where, told without waiting for a time limit.
#include "body.hpp"

#include <catch2/generators/catch_generators.hpp>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

// Thread 0 waits for a flag behind the output.
constexpr std::string_view waits_for_flag = R"(
    setp.ne.u32 %p1, %r0, 0;
    @%p1 bra $out;
$wait:
    ld.volatile.global.u32 %r1, [%rd0+4];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $wait;
$out:
)";

DeviceOptions with_seed(std::uint64_t seed) {
    return {.memory_bytes = 64 << 20, .schedule_seed = seed, .instruction_limit = 200'000'000};
}

} // namespace

TEST_CASE("a flag that is never set") {
    const std::uint64_t seed = GENERATE(0u, 1u, 2u, 3u, 77u);
    BodyTest test(waits_for_flag, 32, "", with_seed(seed));
    const Fault fault = test.fault();
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.tool == Tool::synccheck);
    CHECK(fault.message ==
          "Livelock: threads wait for memory to change, and no thread will change it");
    CHECK(fault.detail.starts_with("block (0,0,0), warp 0: lane 0 run"));
    CHECK(fault.detail.find("look at __global__ address 0x") != std::string::npos);
    CHECK(fault.detail.find("cudaMalloc of 128 bytes") != std::string::npos);
    CHECK(fault.site.thread == Dim3{0, 0, 0});
}

TEST_CASE("a lock that its holder never gives back, with a block that waits at a barrier") {
    const std::uint64_t seed = GENERATE(0u, 1u, 2u, 3u, 77u);
    const Fault fault = BodyTest(R"(
    setp.ge.u32 %p1, %r0, 32;
    @%p1 bra $others;
    st.shared.u32 [%r30], 1;
$lock:
    atom.shared.cas.b32 %r1, [%r30], 0, 1;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 bra $lock;
$others:
    bar.sync 0;
)",
                                 64, "", with_seed(seed))
                            .fault();
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.detail.find("warp 0: lanes 0-31 run") != std::string::npos);
    CHECK(fault.detail.find("__shared__ address 0x0 (tile)") != std::string::npos);
    CHECK(fault.detail.find("warp 1: lanes 0-31 wait at barrier 0") != std::string::npos);
}

TEST_CASE("blocks that all wait for each other, in every schedule alike") {
    const std::uint64_t seed = GENERATE(1u, 2u, 3u);
    std::string details[2];
    for (std::string& detail : details) {
        BodyTest test(waits_for_flag, 64, "", with_seed(seed));
        const Fault fault = test.fault(grid(6, 64));
        CHECK(fault.kind == FaultKind::deadlock);
        detail = fault.detail;
    }
    CHECK(details[0] == details[1]);
}

TEST_CASE("warps and blocks that look at the same flag are told in one line") {
    BodyTest test(R"(
    setp.eq.u32 %p1, %r0, 64;
    @%p1 bra $other;
$wait:
    ld.volatile.global.u32 %r1, [%rd0+4];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $wait;
    ret;
$other:
    ld.volatile.global.u32 %r1, [%rd0+8];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $other;
)",
                  256, "", with_seed(0));
    const std::string detail = test.fault(grid(4, 256)).detail;
    INFO(detail);
    CHECK(detail.starts_with("blocks (0,0,0) to (3,0,0), warps 0, 1, 3 to 7: lanes 0-31 run ("));
    CHECK(detail.find("; blocks (0,0,0) to (3,0,0), warp 2: lane") != std::string::npos);
    CHECK(std::ranges::count(detail, ';') == 1 + 2 + 1); // instructions have one each
    CHECK(detail.find("more warp") == std::string::npos);
}

TEST_CASE("warps that all do something else are told in a few lines") {
    BodyTest test(R"(
$wait:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $wait;
)",
                  320, "", with_seed(0));
    const std::string detail = test.fault().detail;
    INFO(detail);
    CHECK(detail.find("block (0,0,0), warp 7: ") != std::string::npos);
    CHECK(detail.find("warp 8: ") == std::string::npos);
    CHECK(detail.ends_with("; and 2 more warps"));
}

TEST_CASE("a loop that waits and looks at other memory as well") {
    const std::uint64_t seed = GENERATE(0u, 1u, 2u, 3u, 77u);
    BodyTest test(R"(
$wait:
    ld.global.u32 %r2, [%rd1];
    ld.volatile.global.u32 %r1, [%rd0+4];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $wait;
)",
                  64, "", with_seed(seed));
    CHECK(test.fault().kind == FaultKind::deadlock);
}

TEST_CASE("two flags that several warps wait for, in a row of flags and in one") {
    const std::uint64_t seed = GENERATE(0u, 1u, 2u, 3u, 77u);
    BodyTest test(R"(
    setp.ge.u32 %p1, %r0, 64;
    @%p1 bra $other;
$wait:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $wait;
    ret;
$other:
    ld.volatile.global.u32 %r1, [%rd0+8];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $other;
)",
                  128, "", with_seed(seed));
    CHECK(test.fault().kind == FaultKind::deadlock);
}

TEST_CASE("an mbarrier that several warps wait for is told once") {
    BodyTest test(R"(
    setp.ne.u32 %p1, %r0, 0;
    @%p1 bra $ready;
    mbarrier.init.shared.b64 [%r30], 5;
$ready:
    bar.sync 0;
    setp.ge.u32 %p3, %r0, 224;
    @%p3 bra $late;
$wait:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r30], 0;
    @!%p2 bra $wait;
    ret;
$late:
    mbarrier.try_wait.parity.shared.b64 %p4, [%r30], 0;
    @!%p4 bra $late;
)",
                  256, "", with_seed(0));
    const std::string detail = test.fault(grid(3, 256)).detail;
    INFO(detail);
    CHECK(detail.starts_with("blocks (0,0,0) to (2,0,0), warps 0 to 6: lanes 0-31 run ("));
    CHECK(detail.find("(tile), of which phase 0 lacks 5 of 5 arrivals; blocks (0,0,0) to (2,0,0), "
                      "warp 7: lanes 0-31 run (") != std::string::npos);
    CHECK(detail.ends_with(" and wait for the same mbarrier"));
}

TEST_CASE("a signal that is soon taken back is seen in some turn") {
    // Warp 0 raises a flag and lowers it, until warp 1 has seen it.
    const std::uint64_t seed = GENERATE(1u, 2u, 3u, 4u);
    BodyTest test(R"(
    mov.u32 %r2, 0;
    st.shared.u32 [%r31], %r2;
    bar.sync 0;
    setp.ge.u32 %p1, %r0, 32;
    @%p1 bra $watch;
$raise:
    st.volatile.shared.u32 [%r30], 1;
    ld.volatile.shared.u32 %r1, [%r30+4];
    st.volatile.shared.u32 [%r30], 0;
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $raise;
    bra $done;
$watch:
    ld.volatile.shared.u32 %r1, [%r30];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra $watch;
    st.volatile.shared.u32 [%r30+4], 1;
$done:
    st.global.u32 [%rd1], %r1;
)",
                  64, "", with_seed(seed));
    CHECK(test.outputs()[63] == 1);
}

TEST_CASE("waiting that ends is no livelock, however long it takes") {
    const std::uint64_t seed = GENERATE(0u, 1u, 2u);
    // The flag is never set, but the thread gives up after 300,000 looks.
    BodyTest test(R"(
    mov.u32 %r2, 0;
    setp.ne.u32 %p1, %r0, 0;
    @%p1 exit;
$wait:
    ld.volatile.global.u32 %r1, [%rd0+4];
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 300000;
    @%p3 bra $wait;
    st.global.u32 [%rd1], %r2;
)",
                  2, "", with_seed(seed));
    CHECK(test.outputs()[0] == 300000);
}

TEST_CASE("a loop that comes round for ever, by way of a barrier") {
    const Fault fault = BodyTest(R"(
    mov.u32 %r1, 1;
$again:
    st.shared.u32 [%r30], 7;
    add.u32 %r2, %r1, 1;
    shr.u32 %r2, %r2, 1;
    bar.sync 0;
    mov.u32 %r1, %r2;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra $again;
)",
                                 64, "", with_seed(0))
                            .fault();
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.message ==
          "Endless loop: threads come round again with the same values in all variables");
    CHECK(fault.detail.starts_with("block (0,0,0), warps 0, 1: lanes 0-31 "));
}

TEST_CASE("a long loop by way of a barrier that ends") {
    BodyTest test(R"(
    mov.u32 %r2, 0;
$again:
    bar.sync 0;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p3, %r2, 600000;
    @%p3 bra $again;
    st.global.u32 [%rd1], %r2;
)",
                  64, "", with_seed(0));
    CHECK(test.outputs()[63] == 600000);
}

TEST_CASE("a launch that is stopped says who ran where") {
    BodyTest test(R"(
$forever:
    add.u32 %r1, %r1, 1;
    bra $forever;
)",
                  32, "", {.memory_bytes = 64 << 20, .instruction_limit = 100'000});
    const LaunchResult result = test.run();
    CHECK(result.stopped);
    CHECK(result.stopped_where.starts_with("block (0,0,0), warp 0: lanes 0-31 run ("));
}

TEST_CASE("the lines of waiting threads are those of the program, not of headers that they call") {
    constexpr std::string_view files = R"(
.file 1 "/cuda/include/cooperative_groups.h"
.file 2 "/home/me/tile.cu"
.file 3 "/home/me/given.hpp"
.func wait_for(.param .u64 flag)
{
    .reg .pred %p<2>;
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd0, [flag];
$wait:
    .loc 1 90 0, function_name $name, inlined_at 3 7 0
    ld.volatile.global.u32 %r1, [%rd0];
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra $wait;
    ret;
}
)";
    const Fault fault = BodyTest(R"(
    setp.ne.u32 %p1, %r0, 0;
    @%p1 bra $out;
    .param .u64 flag;
    st.param.u64 [flag], %rd0;
    .loc 2 12 0
    call.uni wait_for, (flag);
$out:
    .loc 1 91 0, function_name $name, inlined_at 2 14 0
    bar.sync 0;
)",
                                 64, files)
                            .fault();
    INFO(fault.detail);
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.detail.find("lane 0 runs (given.hpp:7, called from tile.cu:12)") !=
          std::string::npos);
    CHECK(fault.detail.find("warp 1: lanes 0-31 wait at barrier 0 (tile.cu:14)") !=
          std::string::npos);
    CHECK(fault.detail.find("cooperative_groups") == std::string::npos);
}
