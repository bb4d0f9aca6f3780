// Thread block clusters: launches, special registers, the cluster's barrier, and shared memory of
// other blocks.
#include "body.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <fmt/format.h>

using namespace vgpu::exec;
using namespace vgpu::exec::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// A launch of the body's kernel; %r29 is the block's rank, %rd1 the address of the word of its own
// that each thread of the grid has.
class ClusterTest {
  public:
    ClusterTest(std::string_view body, Dim3 grid, Dim3 cluster, std::uint32_t threads = 32,
                std::uint64_t seed = 0)
        : device_(kernel_of(std::string(R"(
    mov.u32 %r29, %cluster_ctarank;
    mov.u32 %r28, %ctaid.x;
    mov.u32 %r27, %ntid.x;
    mad.lo.u32 %r28, %r28, %r27, %r0;
    mul.wide.u32 %rd1, %r28, 4;
    add.s64 %rd1, %rd0, %rd1;
)") + std::string(body)),
                  {.memory_bytes = 64 << 20, .schedule_seed = seed}) {
        config_ = {.grid = grid, .block = {threads, 1, 1}};
        config_.cluster = cluster;
        config_.explicit_cluster = true;
        const std::size_t words = std::size_t{grid.x} * grid.y * grid.z * threads;
        out_ = device_.upload(std::vector<std::uint32_t>(words, 0));
        words_ = words;
    }
    std::vector<std::uint32_t> outputs() {
        device_.run_well("k", config_, out_);
        return device_.download<std::uint32_t>(out_, words_);
    }
    Fault fault() {
        const LaunchResult result = device_.run("k", config_, out_);
        REQUIRE(result.fault);
        return *result.fault;
    }

  private:
    TestDevice device_;
    LaunchConfig config_;
    std::uint64_t out_ = 0;
    std::size_t words_ = 0;
};

std::vector<std::uint32_t> outputs_of(std::string_view body, std::uint32_t blocks,
                                      std::uint32_t cluster, std::uint32_t threads = 32,
                                      std::uint64_t seed = 0) {
    return ClusterTest(body, {blocks, 1, 1}, {cluster, 1, 1}, threads, seed).outputs();
}
Fault fault_of(std::string_view body, std::uint32_t blocks = 2, std::uint32_t cluster = 2,
               std::uint32_t threads = 32) {
    return ClusterTest(body, {blocks, 1, 1}, {cluster, 1, 1}, threads).fault();
}

constexpr std::string_view barrier = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";

} // namespace

TEST_CASE("special registers of clusters") {
    const auto values = ClusterTest(R"(
    mov.u32 %r1, %ctaid.y;
    mov.u32 %r2, %nctaid.x;
    mov.u32 %r3, %ctaid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    mul.wide.u32 %rd1, %r1, 4;
    add.s64 %rd1, %rd0, %rd1;
    mov.u32 %r4, %clusterid.x;
    mov.u32 %r5, %clusterid.y;
    mov.u32 %r6, %cluster_ctaid.x;
    mov.u32 %r7, %cluster_ctaid.y;
    mov.u32 %r8, %cluster_ctarank;
    mov.u32 %r9, %cluster_nctarank;
    mov.u32 %r10, %nclusterid.x;
    mov.u32 %r11, %cluster_nctaid.y;
    mov.pred %p1, %is_explicit_cluster;
    selp.u32 %r12, 1, 0, %p1;
    mad.lo.u32 %r4, %r4, 10, %r5;
    mad.lo.u32 %r4, %r4, 10, %r6;
    mad.lo.u32 %r4, %r4, 10, %r7;
    mad.lo.u32 %r4, %r4, 10, %r8;
    mad.lo.u32 %r4, %r4, 10, %r9;
    mad.lo.u32 %r4, %r4, 10, %r10;
    mad.lo.u32 %r4, %r4, 10, %r11;
    mad.lo.u32 %r4, %r4, 10, %r12;
    st.global.u32 [%rd1], %r4;
)",
                                    {6, 4, 1}, {3, 2, 1}, 1)
                            .outputs();
    for (std::uint32_t y = 0; y < 4; ++y)
        for (std::uint32_t x = 0; x < 6; ++x) {
            const std::uint32_t rank = y % 2 * 3 + x % 3;
            const std::uint32_t digits[] = {x / 3, y / 2, x % 3, y % 2, rank, 6, 2, 2, 1};
            std::uint32_t expected = 0;
            for (const std::uint32_t digit : digits) expected = 10 * expected + digit;
            CHECK(values[y * 6 + x] == expected);
        }
}

TEST_CASE("each block reads the shared memory of the next") {
    const std::uint64_t seed = GENERATE(0, 1, 2, 3, 4);
    const std::string_view generic = R"(
    cvt.u64.u32 %rd2, %r31;
    cvta.shared.u64 %rd2, %rd2;
    mapa.u64 %rd2, %rd2, %r3;
    ld.u32 %r4, [%rd2];
)";
    const std::string_view shared = R"(
    mapa.shared::cluster.u32 %r5, %r31, %r3;
    ld.shared::cluster.u32 %r4, [%r5];
)";
    const bool is_generic = GENERATE(false, true);
    const auto values = outputs_of(fmt::format(R"(
    st.shared.u32 [%r31], %r28;
    {0}
    mov.u32 %r2, %cluster_nctarank;
    add.u32 %r3, %r29, 1;
    rem.u32 %r3, %r3, %r2;
    {1}
    st.global.u32 [%rd1], %r4;
    {0}
)",
                                               barrier, is_generic ? generic : shared),
                                   8, 4, 64, seed);
    for (std::uint32_t block = 0; block < 8; ++block)
        for (std::uint32_t thread = 0; thread < 64; ++thread)
            CHECK(values[block * 64 + thread] == (block / 4 * 4 + (block + 1) % 4) * 64 + thread);
}

TEST_CASE("atomics and stores to the shared memory of the cluster's first block") {
    const std::uint64_t seed = GENERATE(0, 1, 2);
    const auto values = outputs_of(fmt::format(R"(
    mov.u32 %r1, 0;
    st.shared.u32 [%r31], %r1;
    {0}
    mapa.shared::cluster.u32 %r2, %r30, 0;
    red.shared::cluster.add.u32 [%r2], 1;
    atom.shared::cluster.add.u32 %r3, [%r2], 1;
    cvt.u64.u32 %rd2, %r30;
    cvta.shared.u64 %rd2, %rd2;
    mapa.u64 %rd2, %rd2, 0;
    atom.add.u32 %r3, [%rd2], 1;
    mul.lo.u32 %r4, %r29, 4;
    add.u32 %r4, %r4, %r2;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 st.shared::cluster.u32 [%r4+4], %r29;
    {0}
    ld.shared.u32 %r5, [%r31];
    st.global.u32 [%rd1], %r5;
)",
                                               barrier),
                                   4, 4, 32, seed);
    CHECK(values[0] == 3 * 4 * 32);
    for (std::uint32_t rank = 0; rank < 4; ++rank) CHECK(values[1 + rank] == rank);
    CHECK(values[32] == 0);
}

TEST_CASE("which block an address belongs to") {
    const auto values = outputs_of(R"(
    mapa.shared::cluster.u32 %r1, %r30, 1;
    getctarank.shared::cluster.u32 %r2, %r1;
    getctarank.shared::cluster.u32 %r3, %r30;
    cvt.u64.u32 %rd2, %r1;
    cvta.shared::cluster.u64 %rd2, %rd2;
    getctarank.u64 %r4, %rd2;
    isspacep.shared::cluster %p1, %rd2;
    isspacep.shared::cta %p2, %rd2;
    selp.u32 %r5, 1, 0, %p1;
    selp.u32 %r6, 1, 0, %p2;
    mad.lo.u32 %r2, %r2, 10, %r3;
    mad.lo.u32 %r2, %r2, 10, %r4;
    mad.lo.u32 %r2, %r2, 10, %r5;
    mad.lo.u32 %r2, %r2, 10, %r6;
    st.global.u32 [%rd1], %r2;
)",
                                   2, 2, 1);
    CHECK(values[0] == 10110);
    CHECK(values[1] == 11111);
}

TEST_CASE("a block alone is a cluster of its own") {
    const auto values = outputs_of(fmt::format(R"(
    st.shared.u32 [%r31], %r0;
    {}
    xor.b32 %r1, %r31, 128;
    mapa.shared::cluster.u32 %r1, %r1, 0;
    ld.shared::cluster.u32 %r2, [%r1];
    st.global.u32 [%rd1], %r2;
)",
                                               barrier),
                                   1, 1, 64);
    for (std::uint32_t thread = 0; thread < 64; ++thread) CHECK(values[thread] == (thread ^ 32));
}

TEST_CASE("threads do something between arriving and waiting, in several phases") {
    const std::uint64_t seed = GENERATE(0, 1, 2, 3);
    const auto values = outputs_of(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    xor.b32 %r3, %r29, 1;
    mapa.shared::cluster.u32 %r4, %r31, %r3;
$again:
    st.shared.u32 [%r31], %r1;
    barrier.cluster.arrive.release.aligned;
    add.u32 %r1, %r1, 1;
    barrier.cluster.wait.acquire.aligned;
    ld.shared::cluster.u32 %r5, [%r4];
    add.u32 %r2, %r2, %r5;
    barrier.cluster.arrive.relaxed;
    barrier.cluster.wait;
    setp.lt.u32 %p1, %r1, 10;
    @%p1 bra $again;
    st.global.u32 [%rd1], %r2;
)",
                                   4, 2, 96, seed);
    for (const std::uint32_t value : values) CHECK(value == 45);
}

TEST_CASE("threads that have exited are not waited for at the cluster's barrier") {
    const auto values = outputs_of(fmt::format(R"(
    setp.gt.u32 %p1, %r0, 40;
    @%p1 exit;
    setp.eq.u32 %p2, %r29, 1;
    setp.gt.and.u32 %p2, %r0, 31, %p2;
    @%p2 exit;
    {}
    st.global.u32 [%rd1], 7;
)",
                                               barrier),
                                   2, 2, 64);
    CHECK(values[40] == 7);
    CHECK(values[64] == 7);
    CHECK(values[64 + 32] == 0);
}

TEST_CASE("lanes of a warp come to the cluster's barrier at different places") {
    const std::string_view modifier = GENERATE("", ".aligned");
    const std::string body = fmt::format(R"(
    setp.lt.u32 %p1, %r0, 16;
    @%p1 bra $low;
    barrier.cluster.arrive{0};
    bra $both;
$low:
    barrier.cluster.arrive{0};
$both:
    barrier.cluster.wait{0};
    st.global.u32 [%rd1], 1;
)",
                                         modifier);
    if (modifier.empty()) {
        for (const std::uint32_t value : outputs_of(body, 2, 2)) CHECK(value == 1);
    } else {
        const Fault fault = fault_of(body);
        CHECK(fault.kind == FaultKind::barrier_divergence);
        CHECK_THAT(fault.detail, ContainsSubstring("at the cluster's barrier"));
    }
}

TEST_CASE("wrong use of the cluster's barrier") {
    Fault fault = fault_of("barrier.cluster.arrive;\nbarrier.cluster.arrive;");
    CHECK(fault.kind == FaultKind::barrier_arguments);
    CHECK_THAT(fault.detail, ContainsSubstring("again"));
    fault = fault_of("barrier.cluster.wait;");
    CHECK(fault.kind == FaultKind::barrier_arguments);
    CHECK_THAT(fault.detail, ContainsSubstring("without a barrier.cluster.arrive"));
}

TEST_CASE("a cluster that waits for a block which waits for something else") {
    const Fault fault = fault_of(fmt::format(R"(
    setp.eq.u32 %p1, %r29, 1;
    setp.lt.and.u32 %p2, %r0, 32, %p1;
    @%p2 bra $block;
    {}
    bra $end;
$block:
    bar.sync 1, 64;
$end:
)",
                                             barrier),
                                 2, 2, 64);
    CHECK(fault.kind == FaultKind::deadlock);
    CHECK_THAT(fault.message, ContainsSubstring("cluster"));
    CHECK_THAT(fault.detail, ContainsSubstring("at the cluster's barrier") &&
                                 ContainsSubstring("of the cluster"));
}

TEST_CASE("blocks of a cluster that wait alike are told in one line") {
    const Fault fault = fault_of(fmt::format(R"(
    setp.eq.u32 %p1, %r29, 4;
    setp.lt.and.u32 %p2, %r0, 32, %p1;
    @%p2 bra $block;
    {}
    bra $end;
$block:
    bar.sync 1, 64;
$end:
)",
                                             barrier),
                                 8, 8, 64);
    CHECK(fault.kind == FaultKind::deadlock);
    INFO(fault.detail);
    CHECK_THAT(fault.detail, ContainsSubstring("; blocks (") &&
                                 ContainsSubstring(" of the cluster, warp 0: lanes 0-31 wait "));
    CHECK(std::ranges::count(fault.detail, '(') < 20);
}

TEST_CASE("shared memory that is not there") {
    SECTION("beyond the cluster") {
        const Fault fault = fault_of(R"(
    mapa.shared::cluster.u32 %r1, %r31, 2;
    ld.shared::cluster.u32 %r2, [%r1];
)");
        CHECK(fault.kind == FaultKind::invalid_read);
        CHECK_THAT(fault.detail, ContainsSubstring("block 2, but the cluster has 2 blocks"));
    }
    SECTION("of a large rank, by a generic address") {
        const Fault fault = fault_of(R"(
    cvt.u64.u32 %rd2, %r31;
    cvta.shared.u64 %rd2, %rd2;
    mapa.u64 %rd2, %rd2, 0xffffffff;
    st.u32 [%rd2], %r0;
)");
        CHECK(fault.kind == FaultKind::invalid_write);
        CHECK_THAT(fault.detail, ContainsSubstring("the cluster has 2 blocks"));
    }
    SECTION("of a block that has ended") {
        const Fault fault = fault_of(R"(
    setp.eq.u32 %p1, %r29, 0;
    @%p1 bra $end;
    mapa.shared::cluster.u32 %r1, %r31, 0;
    atom.shared::cluster.add.u32 %r2, [%r1], 1;
$end:
)");
        CHECK(fault.kind == FaultKind::invalid_atomic);
        CHECK_THAT(fault.detail, ContainsSubstring("block (0,0,0), which has exited"));
    }
    SECTION("behind its end") {
        const Fault fault = fault_of(R"(
    mapa.shared::cluster.u32 %r1, %r31, 1;
    ld.shared::cluster.u32 %r2, [%r1+4096];
)");
        CHECK(fault.kind == FaultKind::invalid_read);
        CHECK_THAT(fault.detail, ContainsSubstring("block (1,0,0) of the cluster"));
    }
    SECTION("misaligned") {
        const Fault fault = fault_of(R"(
    mapa.shared::cluster.u32 %r1, %r30, 1;
    ld.shared::cluster.u32 %r2, [%r1+2];
)");
        CHECK(fault.kind == FaultKind::misaligned);
    }
    SECTION("of another block, by ld.shared") {
        const Fault fault = fault_of(R"(
    mapa.shared::cluster.u32 %r1, %r31, 1;
    ld.shared.u32 %r2, [%r1];
)");
        CHECK((fault.kind == FaultKind::invalid_read || fault.kind == FaultKind::invalid_write));
    }
}

TEST_CASE("grids that do not consist of clusters are not launched") {
    TestDevice device(kernel_of("st.global.u32 [%rd1], 1;"));
    const auto out = device.upload(std::vector<std::uint32_t>(32, 0));
    const Dim3 cluster = GENERATE(Dim3{3, 1, 1}, Dim3{0, 1, 1}, Dim3{1, 2, 1}, Dim3{32, 1, 1},
                                  Dim3{0xffffffff, 0xffffffff, 0xffffffff});
    LaunchConfig config = grid(32, 1);
    config.cluster = cluster;
    device.run("k", config, out);
    CHECK(device.download<std::uint32_t>(out, 1)[0] == 0);
}

TEST_CASE("what a kernel says of its clusters") {
    TestDevice device(".visible .entry k() .explicitcluster .reqnctapercluster 2, 4\n{ ret; }\n"
                      ".visible .entry bounded() .maxclusterrank 4\n{ ret; }\n");
    const auto& own = device->attributes(*device->find_kernel(device.module(), "k"));
    CHECK(own.explicit_cluster);
    CHECK(own.required_cluster == Dim3{2, 4, 1});
    const auto& bounded = device->attributes(*device->find_kernel(device.module(), "bounded"));
    CHECK(bounded.required_cluster == Dim3{0, 0, 0});
    CHECK(bounded.max_cluster_rank == 4);
}
