// Lanes that go separate ways: they rejoin, and each makes progress.
#include "kernel_text.hpp"
#include "machine.hpp"

#include "vgpu/exec/events.hpp"

#include <map>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

std::vector<std::uint32_t> outputs_of(std::string_view body, std::uint32_t threads = 32) {
    TestDevice device(kernel(body));
    const auto out = device.upload(std::vector<std::uint32_t>(threads, 0));
    device.run_well("k", grid(1, threads), out);
    return device.download<std::uint32_t>(out, threads);
}

// How many lanes each source line's memory accesses had at most.
class WidestAccess final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access | event_branch; }
    void on_access(const AccessEvent& event) override { masks.push_back(event.mask); }
    void on_branch(const BranchEvent& event) override {
        branches += event.times;
        divergent += event.divergent;
    }
    std::vector<std::uint32_t> masks;
    std::uint64_t branches = 0, divergent = 0;
};

} // namespace

TEST_CASE("if and else, then together again") {
    TestDevice device(kernel(R"(
    and.b32 %r1, %r0, 1;
    setp.eq.s32 %p1, %r1, 0;
    @%p1 bra $even;
    mov.u32 %r2, 100;
    bra $join;
$even:
    mov.u32 %r2, 200;
$join:
    add.s32 %r2, %r2, %r0;
    st.global.u32 [%rd1], %r2;
)"));
    const auto observer = std::make_shared<WidestAccess>();
    device->add_observer(observer);
    const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
    device.run_well("k", grid(1, 32), out);
    const auto values = device.download<std::uint32_t>(out, 32);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i % 2 == 0 ? 200 : 100) + i);
    CHECK(observer->masks == std::vector<std::uint32_t>{0xffffffffu});
    CHECK(observer->branches == 2);
    CHECK(observer->divergent == 1);
}

TEST_CASE("loops with a different trip count in each lane rejoin") {
    TestDevice device(kernel(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
$loop:
    add.s32 %r2, %r2, %r1;
    add.s32 %r1, %r1, 1;
    setp.le.s32 %p1, %r1, %r0;
    @%p1 bra $loop;
    st.global.u32 [%rd1], %r2;
)"));
    const auto observer = std::make_shared<WidestAccess>();
    device->add_observer(observer);
    const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
    device.run_well("k", grid(1, 32), out);
    const auto values = device.download<std::uint32_t>(out, 32);
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == i * (i + 1) / 2);
    CHECK(observer->masks == std::vector<std::uint32_t>{0xffffffffu});
}

TEST_CASE("nested divergence with a break in the middle") {
    // for (a = 0; ; a++) { for (b = 0; b < (tid & 3); b++) n += b + 1; if (a == tid / 8) break; n
    // += 100; }
    const auto values = outputs_of(R"(
    and.b32 %r1, %r0, 3;
    shr.u32 %r2, %r0, 3;
    mov.u32 %r3, 0;
    mov.u32 %r4, 0;
$outer:
    mov.u32 %r5, 0;
$test:
    setp.ge.u32 %p1, %r5, %r1;
    @%p1 bra $inner_done;
    add.s32 %r4, %r4, %r5;
    add.s32 %r4, %r4, 1;
    add.s32 %r5, %r5, 1;
    bra $test;
$inner_done:
    setp.eq.s32 %p2, %r3, %r2;
    @%p2 bra $out;
    add.s32 %r4, %r4, 100;
    add.s32 %r3, %r3, 1;
    bra $outer;
$out:
    st.global.u32 [%rd1], %r4;
)");
    for (std::uint32_t i = 0; i < 32; ++i) {
        const std::uint32_t inner = i & 3, outer = i / 8;
        CHECK(values[i] == (outer + 1) * (inner * (inner + 1) / 2) + outer * 100);
    }
}

TEST_CASE("lanes that exit early leave the others alone") {
    const auto values = outputs_of(R"(
    setp.gt.u32 %p1, %r0, 9;
    @%p1 exit;
    setp.gt.u32 %p2, %r0, 4;
    @%p2 ret;
    mov.u32 %r1, 7;
    st.global.u32 [%rd1], %r1;
)");
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i < 5 ? 7 : 0));
}

TEST_CASE("a guarded instruction runs where its predicate says") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 16;
    mov.u32 %r1, 1;
    @%p1 mov.u32 %r1, 2;
    @!%p1 add.s32 %r1, %r1, 4;
    @%p1 st.global.u32 [%rd1], %r1;
    @!%p1 st.global.u32 [%rd1], %r1;
)");
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i < 16 ? 2 : 5));
}

TEST_CASE("a negated predicate as an operand") {
    const auto values = outputs_of(R"(
    setp.lt.u32 %p1, %r0, 8;
    setp.lt.u32 %p2, %r0, 16;
    and.pred %p3, %p2, %p1;
    not.pred %p3, %p3;
    setp.eq.and.u32 %p4, %r0, %r0, !%p1;
    selp.u32 %r1, 1, 0, %p3;
    selp.u32 %r2, 2, 0, %p4;
    or.b32 %r1, %r1, %r2;
    st.global.u32 [%rd1], %r1;
)");
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == (i < 8 ? 0 : 3));
}

TEST_CASE("a branch table sends each lane to its own target") {
    const auto values = outputs_of(R"(
    and.b32 %r1, %r0, 3;
    mov.u32 %r2, 0;
$table: .branchtargets $zero, $one, $two, $one;
    brx.idx %r1, $table;
$zero:
    mov.u32 %r2, 10;
    bra $join;
$one:
    mov.u32 %r2, 11;
    bra $join;
$two:
    mov.u32 %r2, 12;
$join:
    st.global.u32 [%rd1], %r2;
)");
    const std::uint32_t expected[] = {10, 11, 12, 11};
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == expected[i & 3]);
}

// The lanes come to the vote one by one and wait there, each in a group of its own; the last one
// takes them all along. When they part again before anything else, there are more groups, empty
// ones among them, than lanes.
TEST_CASE("lanes that met one by one part again at once") {
    const auto values = outputs_of(R"(
    .local .align 4 .b32 kept[1];
    mov.u32 %r1, 0;
    add.s32 %r7, %r0, 1000;
    st.local.u32 [kept], %r7;
    bra $loop;
$vote:
    vote.sync.ballot.b32 %r2, 1, 0xffffffff;
    and.b32 %r3, %r0, 1;
    setp.eq.s32 %p1, %r3, 0;
    and.b32 %r3, %r0, 2;
    setp.eq.s32 %p2, %r3, 0;
    and.b32 %r3, %r0, 4;
    setp.eq.s32 %p3, %r3, 0;
    mov.u32 %r4, 0;
    @%p1 bra $far;
    add.s32 %r4, %r4, 1;
    @%p2 bra $far;
    add.s32 %r4, %r4, 2;
    @%p3 bra $far;
    add.s32 %r4, %r4, 4;
    bra $far;
$loop:
    setp.eq.s32 %p0, %r1, %r0;
    @%p0 bra $vote;
    add.s32 %r1, %r1, 1;
    bra $loop;
$far:
    ld.local.u32 %r5, [kept];
    add.s32 %r5, %r5, %r4;
    popc.b32 %r6, %r2;
    mad.lo.u32 %r5, %r6, 10000, %r5;
    st.global.u32 [%rd1], %r5;
)");
    for (std::uint32_t i = 0; i < 32; ++i) {
        const std::uint32_t path = i % 2 == 0 ? 0 : i % 4 < 2 ? 1 : i % 8 < 4 ? 3 : 7;
        CHECK(values[i] == 320000 + 1000 + i + path);
    }
}

TEST_CASE("an index beyond the branch table is a fault") {
    TestDevice device(kernel(R"(
$table: .branchtargets $zero, $one;
    brx.idx %r0, $table;
$zero:
$one:
)"));
    const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
    const auto result = device.run("k", grid(1, 32), out);
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::illegal_instruction);
    CHECK(result.fault->site.thread == Dim3{2, 0, 0});
}

TEST_CASE("a lock that lanes of one warp take in turn") {
    // while (atomicCAS(lock, 0, 1) != 0) ; counter++; atomicExch(lock, 0): plain lowest-pc order
    // hangs.
    constexpr std::string_view body = R"(
$try:
    atom.global.cas.b32 %r1, [%rd0], 0, 1;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra $try;
    ld.volatile.global.u32 %r2, [%rd0+4];
    add.s32 %r2, %r2, 1;
    st.volatile.global.u32 [%rd0+4], %r2;
    atom.global.exch.b32 %r3, [%rd0], 0;
)";
    TestDevice device(kernel(body));
    const auto out = device.upload(std::vector<std::uint32_t>(2, 0));
    device.run_well("k", grid(3, 96), out);
    CHECK(device.download<std::uint32_t>(out, 2) == std::vector<std::uint32_t>{0, 3 * 96});
}

TEST_CASE("a lane that waits without a hint for another of its warp") {
    // Lane 0 loops at a low address on a plain load until lane 1, further on, has stored.
    const auto values = outputs_of(R"(
    setp.eq.u32 %p1, %r0, 0;
    @!%p1 bra $others;
$wait:
    ld.global.u32 %r1, [%rd0+4];
    setp.eq.s32 %p2, %r1, 0;
    @%p2 bra $wait;
    st.global.u32 [%rd1], %r1;
    ret;
$others:
    mov.u32 %r2, 5;
    st.global.u32 [%rd1], %r2;
)",
                                   2);
    CHECK(values == std::vector<std::uint32_t>{5, 5});
}

TEST_CASE("a block that waits for a later block") {
    // Block b waits until block b + 1 has set its flag; the last sets it at once.
    TestDevice device(R"(
.visible .entry chain(.param .u64 out, .param .u32 blocks)
{
    .reg .pred %p<4>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd0, [out];
    ld.param.u32 %r1, [blocks];
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd1, %r2, 4;
    add.s64 %rd1, %rd0, %rd1;
    add.s32 %r3, %r2, 1;
    mov.u32 %r5, 1;
    setp.ge.u32 %p1, %r3, %r1;
    @%p1 bra $set;
$wait:
    ld.volatile.global.u32 %r4, [%rd1+4];
    setp.eq.s32 %p2, %r4, 0;
    @%p2 bra $wait;
    add.s32 %r5, %r4, 1;
$set:
    st.volatile.global.u32 [%rd1], %r5;
    ret;
}
)");
    constexpr std::uint32_t blocks = 40;
    const auto out = device.upload(std::vector<std::uint32_t>(blocks, 0));
    device.run_well("chain", grid(blocks, 1), out, blocks);
    const auto values = device.download<std::uint32_t>(out, blocks);
    for (std::uint32_t i = 0; i < blocks; ++i) CHECK(values[i] == blocks - i);
}

TEST_CASE("an endless loop ends at the instruction limit") {
    TestDevice device(kernel("$loop:\n    bra $loop;\n"),
                      {.memory_bytes = 64 << 20, .instruction_limit = 100000});
    const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
    const auto result = device.run("k", grid(1, 32), out);
    CHECK(result.stopped);
    CHECK_FALSE(result.fault);
    CHECK(result.counters.warp_instructions >= 100000);
    CHECK(result.counters.warp_instructions < 200000);
}

TEST_CASE("a stop that was requested ends a launch, and only that one") {
    TestDevice device(kernel("    st.global.u32 [%rd1], %r0;\n"));
    const auto out = device.upload(std::vector<std::uint32_t>(32, 9));
    device->request_stop();
    CHECK(device.run("k", grid(1, 32), out).stopped);
    device.run_well("k", grid(1, 32), out);
    CHECK(device.download<std::uint32_t>(out, 2) == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("a schedule seed changes the order of blocks and keeps it for itself") {
    const auto order = [](std::uint64_t seed) {
        TestDevice device(R"(
.visible .entry take(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd0, [out];
    mov.u32 %r1, %ctaid.x;
    atom.global.add.u32 %r2, [%rd0+256], 1;
    mul.wide.u32 %rd1, %r1, 4;
    add.s64 %rd1, %rd0, %rd1;
    st.global.u32 [%rd1], %r2;
    ret;
}
)",
                          {.memory_bytes = 64 << 20, .schedule_seed = seed});
        const auto out = device.upload(std::vector<std::uint32_t>(65, 0));
        device.run_well("take", grid(64, 1), out);
        return device.download<std::uint32_t>(out, 64);
    };
    const auto plain = order(0);
    for (std::uint32_t i = 0; i < 64; ++i) CHECK(plain[i] == i);
    const auto seeded = order(7);
    CHECK(seeded != plain);
    CHECK(seeded == order(7));
    std::map<std::uint32_t, int> seen;
    for (const std::uint32_t turn : seeded) ++seen[turn];
    CHECK(seen.size() == 64);
}

TEST_CASE("a warp that waits for another warp of its block") {
    // Warp 0 runs first and looks at a flag that warp 1 sets.
    const auto values = outputs_of(R"(
    .shared .align 4 .u32 flag;
    st.shared.u32 [flag], 0;
    bar.sync 0;
    setp.ge.u32 %p1, %r0, 32;
    @%p1 bra $set;
$wait:
    ld.volatile.shared.u32 %r1, [flag];
    setp.eq.s32 %p2, %r1, 0;
    @%p2 bra $wait;
    st.global.u32 [%rd1], %r1;
    ret;
$set:
    st.volatile.shared.u32 [flag], 8;
)",
                                   64);
    CHECK(values[0] == 8);
    CHECK(values[31] == 8);
}

TEST_CASE("a clock's cycles at its rate are the time of the timer") {
    DeviceOptions options{.memory_bytes = 256 << 20};
    options.clock_kilohertz = 1'980'000;
    TestDevice device(kernel(R"(
    mov.u64 %rd2, %clock64;
    mov.u64 %rd3, %globaltimer;
    mov.u32 %r1, 0;
    mov.u32 %r2, %clock;
$loop:
    add.s32 %r1, %r1, 1;
    setp.lt.s32 %p1, %r1, 100000;
    @%p1 bra $loop;
    mov.u32 %r3, %clock;
    sub.u32 %r3, %r3, %r2;
    mov.u64 %rd4, %clock64;
    mov.u64 %rd5, %globaltimer;
    mov.u32 %r4, %clock_hi;
    sub.s64 %rd4, %rd4, %rd2;
    sub.s64 %rd5, %rd5, %rd3;
    st.global.u32 [%rd1], %r3;
    st.global.u32 [%rd1+4], %r4;
    st.global.u64 [%rd1+8], %rd4;
    st.global.u64 [%rd1+16], %rd5;
)"),
                      options);
    const auto out = device.upload(std::vector<std::uint64_t>(3, 0));
    device.run_well("k", grid(1, 1), out);
    const auto values = device.download<std::uint64_t>(out, 3);
    const std::uint64_t words = values[0], cycles = values[1], time = values[2];
    CHECK(time >= 300'000);
    CHECK(cycles * 1000 >= (time - 2) * 1980);
    CHECK(cycles * 1000 <= (time + 2) * 1980);
    CHECK((words & 0xffffffffu) <= cycles);
    CHECK((words & 0xffffffffu) + 40 >= cycles);
    CHECK(words >> 32 == 0);
}

TEST_CASE("time passes with instructions and is the same each run") {
    const auto times = [] {
        TestDevice device(kernel(R"(
    mov.u64 %rd2, %clock64;
    mov.u32 %r1, 0;
$loop:
    add.s32 %r1, %r1, 1;
    setp.lt.s32 %p1, %r1, 100;
    @%p1 bra $loop;
    mov.u64 %rd3, %clock64;
    sub.s64 %rd4, %rd3, %rd2;
    cvt.u32.u64 %r2, %rd4;
    st.global.u32 [%rd1], %r2;
)"));
        const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
        device.run_well("k", grid(1, 32), out);
        return device.download<std::uint32_t>(out, 32);
    };
    const auto first = times();
    CHECK(first[0] >= 300);
    CHECK(first == times());
}
