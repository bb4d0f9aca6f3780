// Warp-synchronous instructions and block barriers, and what is wrong with their use.
#include "body.hpp"

#include "vgpu/exec/events.hpp"

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

std::vector<std::uint32_t> outputs_of(std::string_view body, std::uint32_t threads,
                                      std::string_view before = "") {
    return BodyTest(body, threads, before).outputs();
}

Fault fault_of(std::string_view body, std::uint32_t threads, std::string_view before = "") {
    return BodyTest(body, threads, before).fault();
}

// Functions that are not inlined, as a template's or a class's often are.
constexpr std::string_view functions = R"(
.func (.param .b32 result) from_next_lane(.param .b32 x)
{
    .reg .b32 %r<4>;
    ld.param.b32 %r1, [x];
    shfl.sync.down.b32 %r2, %r1, 1, 31, -1;
    vote.sync.ballot.b32 %r3, 1, -1;
    add.s32 %r2, %r2, %r3;
    st.param.b32 [result], %r2;
    ret;
}
.func wait_for_block()
{
    bar.sync 0;
    ret;
}
)";

} // namespace

TEST_CASE("a shuffle after a divergent branch waits for all lanes") {
    const auto values = outputs_of(R"(
    mov.u32 %r1, %r0;
    setp.lt.u32 %p1, %r0, 7;
    @%p1 bra $low;
    add.s32 %r1, %r1, 100;
    bra $both;
$low:
    add.s32 %r1, %r1, 200;
$both:
    shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;
    st.global.u32 [%rd1], %r2;
)",
                                   32);
    for (std::uint32_t i = 0; i < 32; ++i) {
        const std::uint32_t other = i ^ 1;
        CHECK(values[i] == other + (other < 7 ? 200 : 100));
    }
}

TEST_CASE("tiles of one warp shuffle with masks of their own and stay together") {
    // The mask is 0xff << (8 * (lane / 8)), the same instruction for all.
    const auto values = outputs_of(R"(
    shr.u32 %r1, %r0, 3;
    shl.b32 %r1, %r1, 3;
    mov.u32 %r2, 255;
    shl.b32 %r2, %r2, %r1;
    shfl.sync.idx.b32 %r3, %r0, 3, 6175, %r2;
    activemask.b32 %r4;
    not.b32 %r4, %r4;
    add.s32 %r3, %r3, %r4;
    st.global.u32 [%rd1], %r3;
)",
                                   32);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i & ~7u) + 3);
}

TEST_CASE("half a warp may synchronise alone") {
    const auto values = outputs_of(R"(
    setp.ge.u32 %p1, %r0, 16;
    @%p1 bra $rest;
    vote.sync.ballot.b32 %r1, %p1, 65535;
    shfl.sync.down.b32 %r2, %r0, 1, 31, 65535;
    add.s32 %r2, %r2, %r1;
    st.global.u32 [%rd1], %r2;
$rest:
)",
                                   32);
    for (std::uint32_t i = 0; i < 15; ++i) CHECK(values[i] == i + 1);
    for (std::uint32_t i = 16; i < 32; ++i) CHECK(values[i] == 0);
}

TEST_CASE("lanes that have exited are not waited for") {
    const auto values = outputs_of(R"(
    setp.ge.u32 %p1, %r0, 20;
    @%p1 exit;
    bar.warp.sync -1;
    vote.sync.ballot.b32 %r1, 1, -1;
    st.global.u32 [%rd1], %r1;
)",
                                   32);
    for (std::uint32_t i = 0; i < 20; ++i) CHECK(values[i] == 0xfffffu);
}

TEST_CASE("__syncwarp at different places of the code") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 16;
    @%p1 bra $low;
    st.shared.u32 [%r31], %r0;
    bar.warp.sync -1;
    bra $out;
$low:
    bar.warp.sync -1;
    ld.shared.u32 %r1, [%r31+64];
    st.global.u32 [%rd1], %r1;
$out:
)",
                                   32);
    for (std::uint32_t i = 0; i < 16; ++i) CHECK(values[i] == i + 16);
}

TEST_CASE("lanes meet in a function that they called at different places") {
    const auto values = outputs_of(R"(
    .param .b32 x, r;
    setp.lt.u32 %p1, %r0, 16;
    @%p1 bra $low;
    add.s32 %r1, %r0, 100;
    st.param.b32 [x], %r1;
    call.uni (r), from_next_lane, (x);
    ld.param.b32 %r2, [r];
    bra $out;
$low:
    st.param.b32 [x], %r0;
    call.uni (r), from_next_lane, (x);
    ld.param.b32 %r2, [r];
$out:
    st.global.u32 [%rd1], %r2;
)",
                                   32, functions);
    for (std::uint32_t i = 0; i < 31; ++i) CHECK(values[i] == (i + 1 < 16 ? i + 1 : i + 101) - 1);
}

TEST_CASE("the same shuffle at two places of the code is one for PTX") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 16;
    @%p1 bra $low;
    shfl.sync.bfly.b32 %r2|%p2, %r0, 16, 31, -1;
    bra $out;
$low:
    add.s32 %r3, %r0, 1000;
    shfl.sync.bfly.b32 %r2|%p2, %r3, 16, 31, -1;
$out:
    selp.u32 %r4, 1, 0, %p2;
    add.s32 %r2, %r2, %r4;
    st.global.u32 [%rd1], %r2;
)",
                                   32);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i ^ 16) + (i < 16 ? 1 : 1001));
}

TEST_CASE("a lane that the mask names and that never comes") {
    const Fault fault = fault_of(R"(
    setp.lt.u32 %p1, %r0, 16;
    @!%p1 bra $other;
    shfl.sync.down.b32 %r2, %r0, 1, 31, -1;
    bra $out;
$other:
    vote.sync.ballot.b32 %r1, %p1, -1;
$out:
)",
                                 32);
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.tool == Tool::synccheck);
    CHECK(fault.message == "Deadlock: threads of the warp wait for each other");
    CHECK(fault.detail.find("lanes 0-15 wait ('shfl.sync.down.b32 %r2, %r0, 1, 31, -1;') for lanes "
                            "16-31, which never come") != std::string::npos);
    CHECK(fault.detail.find("for lanes 0-15, which never come") != std::string::npos);
}

TEST_CASE("a lane that the mask names and that waits at a barrier of the block") {
    const Fault fault = fault_of(R"(
    setp.lt.u32 %p1, %r0, 16;
    @!%p1 bra $other;
    shfl.sync.down.b32 %r2, %r0, 1, 31, -1;
$other:
    bar.sync 0;
)",
                                 32);
    CHECK(fault.kind == FaultKind::warp_sync_divergence);
    CHECK(fault.message == "Barrier error detected. Divergent thread(s) in warp");
    CHECK(fault.detail.find("16-31, which never come") != std::string::npos);
    CHECK(fault.detail.find("lanes 16-31 wait at barrier 0") != std::string::npos);
}

TEST_CASE("a lane that the mask does not name") {
    const Fault fault = fault_of("    shfl.sync.down.b32 %r2, %r0, 1, 31, 65535;\n", 32);
    CHECK(fault.kind == FaultKind::barrier_arguments);
    CHECK(fault.message == "Barrier error detected. Invalid arguments");
    CHECK(fault.detail == "lanes 16-31 called with the mask 0x0000ffff, which does not name them");
    CHECK(fault.site.thread == Dim3{16, 0, 0});
}

TEST_CASE("shared memory across a barrier, in every order of the warps") {
    for (const std::uint64_t seed : {0, 1, 2, 3}) {
        BodyTest test(R"(
    st.shared.u32 [%r31], %r0;
    bar.sync 0;
    mov.u32 %r1, 255;
    sub.s32 %r1, %r1, %r0;
    shl.b32 %r1, %r1, 2;
    add.s32 %r1, %r30, %r1;
    ld.shared.u32 %r2, [%r1];
    st.global.u32 [%rd1], %r2;
)",
                      256, "", {.memory_bytes = 64 << 20, .schedule_seed = seed});
        const auto values = test.outputs();
        for (std::uint32_t i = 0; i < 256; ++i) REQUIRE(values[i] == 255 - i);
    }
}

TEST_CASE("threads that have exited count as arrived") {
    const auto values = outputs_of(R"(
    setp.ge.u32 %p1, %r0, 40;
    @%p1 exit;
    bar.sync 0;
    st.global.u32 [%rd1], 1;
)",
                                   96);
    for (std::uint32_t i = 0; i < 96; ++i) CHECK(values[i] == (i < 40 ? 1 : 0));
}

TEST_CASE("a warp that exits opens the barrier for those that wait") {
    const auto values = outputs_of(R"(
    setp.ge.u32 %p1, %r0, 32;
    @%p1 bra $leave;
    bar.sync 0;
    st.global.u32 [%rd1], 1;
$leave:
)",
                                   64);
    CHECK(values[0] == 1);
    CHECK(values[40] == 0);
}

TEST_CASE("reductions over a barrier") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 70;
    setp.lt.u32 %p5, %r0, 1000;
    bar.red.popc.u32 %r1, 0, %p1;
    bar.red.and.pred %p2, 0, %p1;
    bar.red.or.pred %p3, 0, %p1;
    bar.red.and.pred %p4, 0, !%p5;
    barrier.red.popc.aligned.u32 %r5, 3, 96, !%p1;
    selp.u32 %r2, 1000, 0, %p2;
    selp.u32 %r3, 2000, 0, %p3;
    selp.u32 %r4, 4000, 0, %p4;
    add.s32 %r1, %r1, %r2;
    add.s32 %r1, %r1, %r3;
    add.s32 %r1, %r1, %r4;
    mad.lo.s32 %r1, %r5, 10000, %r1;
    st.global.u32 [%rd1], %r1;
)",
                                   96);
    for (const std::uint32_t value : values) CHECK(value == 26 * 10000 + 2000 + 70);
}

TEST_CASE("named barriers: a producer arrives, a consumer waits") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra $consume;
    st.shared.u32 [%r31], %r0;
    bar.arrive 5, 64;
    bra $out;
$consume:
    bar.sync 5, 64;
    ld.shared.u32 %r1, [%r31+128];
    st.global.u32 [%rd1], %r1;
$out:
)",
                                   64);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == i + 32);
}

TEST_CASE("barrier.sync without .aligned may be reached at two places of a warp") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 10;
    @%p1 bra $a;
    barrier.sync 0;
    bra $out;
$a:
    barrier.sync 0;
$out:
    st.global.u32 [%rd1], 1;
)",
                                   64);
    for (const std::uint32_t value : values) CHECK(value == 1);
}

TEST_CASE("an aligned barrier in half a warp") {
    const Fault fault = fault_of(R"(
    setp.lt.u32 %p1, %r0, 16;
    @%p1 bra $a;
    bar.sync 0;
    bra $out;
$a:
    bar.sync 0;
$out:
)",
                                 32);
    CHECK(fault.kind == FaultKind::barrier_divergence);
    CHECK(fault.tool == Tool::synccheck);
    CHECK(fault.message == "Barrier error detected. Divergent thread(s) in warp");
    CHECK(fault.detail.find("lanes 0-15 wait at barrier 0") != std::string::npos);
    CHECK(fault.detail.find("lanes 16-31 wait at barrier 0") != std::string::npos);
    CHECK(fault.site.instruction == "bar.sync 0;");
}

TEST_CASE("warps at different barrier instructions") {
    const Fault fault = fault_of(R"(
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra $a;
    bar.sync 0;
    bra $out;
$a:
    bar.sync 0;
$out:
)",
                                 64);
    CHECK(fault.kind == FaultKind::barrier_divergence);
    CHECK(fault.message == "Barrier error detected. Divergent thread(s) in block");
    CHECK(fault.detail.find("warp 0: lanes 0-31 wait at barrier 0") != std::string::npos);
    CHECK(fault.detail.find("warp 1: lanes 0-31 wait at barrier 0") != std::string::npos);
}

TEST_CASE("__syncthreads in a function that half a warp calls elsewhere") {
    const Fault fault = fault_of(R"(
    setp.lt.u32 %p1, %r0, 16;
    @%p1 bra $low;
    call.uni wait_for_block;
    bra $out;
$low:
    call.uni wait_for_block;
$out:
)",
                                 32, functions);
    CHECK(fault.kind == FaultKind::barrier_divergence);
    CHECK(fault.message == "Barrier error detected. Divergent thread(s) in warp");
}

TEST_CASE("a barrier in a function: lanes that had not rejoined before the call are one warp") {
    // Lanes 0 to 6 arrive at the one call by another way, and later.
    const auto values = outputs_of(R"(
    mov.u32 %r1, 1;
    setp.ge.u32 %p1, %r0, 7;
    @%p1 bra $call;
    mov.u32 %r1, 2;
    bra.uni $late;
$call:
    call.uni wait_for_block;
    st.global.u32 [%rd1], %r1;
    exit;
$late:
    bra.uni $call;
)",
                                   32, functions);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i < 7 ? 2u : 1u));
}

TEST_CASE("a named barrier that too few threads reach says how many came") {
    const Fault fault = fault_of(R"(
    setp.ge.u32 %p1, %r0, 32;
    @%p1 exit;
    bar.sync 3, 64;
)",
                                 64);
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.detail == "warp 0: lanes 0-31 wait at barrier 3 ('bar.sync 3, 64;'); 32 of the 64 "
                          "threads that barrier 3 waits for have come; exited: warp 1");
}

TEST_CASE("warps that wait alike are told in one line, and so are those that have ended") {
    const Fault fault = fault_of(R"(
    setp.ge.u32 %p1, %r0, 224;
    @%p1 exit;
    setp.eq.u32 %p2, %r0, 64;
    @%p2 bra $other;
    setp.lt.u32 %p3, %r0, 96;
    setp.ge.and.u32 %p3, %r0, 64, %p3;
    @%p3 exit;
    bar.sync 3, 320;
$other:
    bar.sync 4, 64;
)",
                                 320);
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.detail ==
          "warps 0, 1, 3 to 6: lanes 0-31 wait at barrier 3 ('bar.sync 3, 320;'); warp 2: lane 0 "
          "waits at barrier 4 ('bar.sync 4, 64;'); 192 of the 320 threads that barrier 3 waits for "
          "have come; 32 of the 64 threads that barrier 4 waits for have come; exited: warps 7 to "
          "9");
}

TEST_CASE("barriers that never open") {
    const Fault fault = fault_of(R"(
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra $a;
    bar.sync 1;
    bra $out;
$a:
    bar.sync 2;
$out:
)",
                                 64);
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK(fault.message == "Deadlock: no thread of the block can go on");
    CHECK(fault.detail == "warp 0: lanes 0-31 wait at barrier 2 ('bar.sync 2;'); warp 1: lanes "
                          "0-31 wait at barrier 1 "
                          "('bar.sync 1;')");
}

TEST_CASE("barrier arguments") {
    const Fault number = fault_of("    bar.sync 16;\n", 32);
    CHECK(number.kind == FaultKind::barrier_arguments);
    CHECK(number.detail == "Barrier 16 does not exist: there are 0 to 15");
    const Fault count = fault_of("    bar.sync 1, 33;\n", 64);
    CHECK(count.kind == FaultKind::barrier_arguments);
    CHECK(count.detail == "The number of threads, 33, is not a multiple of 32");
    const Fault many = fault_of("    bar.sync 1, 96;\n", 50);
    CHECK(many.kind == FaultKind::barrier_arguments);
    CHECK(many.detail == "Barrier 1 waits for 96 threads, but the block has 50");
    const Fault mixed = fault_of("    and.b32 %r1, %r0, 1;\n    bar.sync %r1;\n", 4);
    CHECK(mixed.kind == FaultKind::barrier_arguments);
    CHECK(mixed.detail ==
          "lanes 0, 2 and lanes 1, 3 of one warp name different barriers or numbers "
          "of threads");
    const Fault other_count = fault_of(R"(
    shr.u32 %r1, %r0, 5;
    add.s32 %r1, %r1, 2;
    shl.b32 %r1, %r1, 5;
    bar.sync 1, %r1;
)",
                                       96);
    CHECK(other_count.kind == FaultKind::barrier_arguments);
    CHECK(other_count.detail ==
          "Barrier 1 waits for 96 threads here and for 64 where other warps wait");
}

TEST_CASE("observers hear of barriers and of synchronising warps") {
    class Listener final : public Observer {
      public:
        std::uint32_t wants() const override {
            return event_barrier | event_warp_sync | event_exit;
        }
        void on_barrier(const BarrierEvent& event) override {
            ++barriers;
            whole = event.whole_block;
            last = {event.arrived[0], event.arrived[1]};
        }
        void on_warp_sync(const WarpSyncEvent& event) override { sync_mask = event.mask; }
        void on_exit(const WarpPlace&, std::uint32_t mask) override { exited.push_back(mask); }
        int barriers = 0;
        bool whole = false;
        std::vector<std::uint32_t> last, exited;
        std::uint32_t sync_mask = 0;
    };
    BodyTest test(R"(
    setp.ge.u32 %p1, %r0, 40;
    @%p1 exit;
    bar.sync 0;
    setp.ge.u32 %p1, %r0, 32;
    @%p1 exit;
    bar.warp.sync -1;
)",
                  64);
    const auto listener = std::make_shared<Listener>();
    test.device()->add_observer(listener);
    test.outputs();
    CHECK(listener->barriers == 1);
    CHECK(listener->whole);
    CHECK(listener->last == std::vector<std::uint32_t>{0xffffffffu, 0xffu});
    CHECK(listener->sync_mask == 0xffffffffu);
    CHECK(listener->exited == std::vector<std::uint32_t>{0xffffff00u, 0xffffffffu, 0xffu});
}

TEST_CASE("a cooperative launch has all blocks resident and a workspace for the grid barrier") {
    TestDevice device(R"(
.visible .entry wait_for_all(.param .u64 out)
{
    .reg .pred %p<4>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd0, [out];
    mov.u32 %r1, %envreg1;
    mov.u32 %r2, %envreg2;
    mov.b64 %rd1, {%r2, %r1};
    mov.u32 %r3, %nctaid.x;
    atom.global.add.u32 %r4, [%rd1+4], 1;
$wait:
    ld.volatile.global.u32 %r5, [%rd1+4];
    setp.lt.u32 %p1, %r5, %r3;
    @%p1 bra $wait;
    mov.u32 %r6, %ctaid.x;
    mul.wide.u32 %rd2, %r6, 4;
    add.s64 %rd2, %rd0, %rd2;
    st.global.u32 [%rd2], %r5;
    ret;
}
)");
    LaunchConfig config = grid(20, 1);
    config.cooperative = true;
    const auto out = device.upload(std::vector<std::uint32_t>(20, 0));
    for (int again = 0; again < 2; ++again) {
        device.run_well("wait_for_all", config, out);
        for (const std::uint32_t value : device.download<std::uint32_t>(out, 20))
            CHECK(value == 20);
    }
    for (const Allocation& allocation : device->memory().live())
        CHECK(allocation.origin != "grid workspace");
}
