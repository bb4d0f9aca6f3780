// Schedules by seed: other interleavings, and the same ones for the same seed.
#include "body.hpp"

#include <set>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

std::vector<std::uint32_t> outputs_with(std::uint64_t seed, std::string_view body,
                                        std::uint32_t threads, std::uint32_t blocks = 1) {
    return BodyTest(body, threads, "", {.memory_bytes = 64 << 20, .schedule_seed = seed})
        .outputs(blocks);
}

// How many different outcomes 32 seeds have; each seed must repeat its own.
std::size_t outcomes(std::string_view body, std::uint32_t threads, std::uint32_t blocks = 1) {
    std::set<std::vector<std::uint32_t>> seen;
    for (std::uint64_t seed = 0; seed < 32; ++seed) {
        const auto values = outputs_with(seed, body, threads, blocks);
        CHECK(values == outputs_with(seed, body, threads, blocks));
        seen.insert(values);
    }
    return seen.size();
}

// Each thread takes a number; the one that comes first gets the lower one.
constexpr std::string_view take_turns = R"(
    atom.shared.add.u32 %r1, [%r30], 1;
    st.global.u32 [%rd1], %r1;
)";

} // namespace

TEST_CASE("a seed changes which lane group of a warp goes first") {
    const std::string body = std::string(R"(
    st.shared.u32 [%r30], 0;
    and.b32 %r2, %r0, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra $even;
    atom.shared.add.u32 %r1, [%r30], 1;
    bra $out;
$even:
    atom.shared.add.u32 %r1, [%r30], 1;
$out:
    st.global.u32 [%rd1], %r1;
)");
    CHECK(outcomes(body, 32) > 1);
}

TEST_CASE("a seed changes the order of warps") {
    CHECK(outcomes("    st.shared.u32 [%r30], 0;\n    bar.sync 0;\n" + std::string(take_turns),
                   128) > 8);
}

TEST_CASE("a seed interrupts warps between any two instructions: a lost update shows") {
    // Each warp's first lane adds 1 without an atomic: in the fixed order nothing is lost.
    constexpr std::string_view body = R"(
    and.b32 %r2, %r0, 31;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra $out;
    ld.global.u32 %r1, [%rd0];
    add.u32 %r1, %r1, 1;
    st.global.u32 [%rd0], %r1;
$out:
)";
    CHECK(outputs_with(0, body, 256)[0] == 8);
    std::size_t lost = 0;
    for (std::uint64_t seed = 1; seed <= 32; ++seed)
        lost += outputs_with(seed, body, 256)[0] < 8 ? 1 : 0;
    CHECK(lost > 4);
}

TEST_CASE("a seed lets blocks run beside each other") {
    constexpr std::string_view body = R"(
    ld.volatile.global.u32 %r1, [%rd0];
    add.u32 %r1, %r1, 1;
    st.volatile.global.u32 [%rd0], %r1;
)";
    CHECK(outputs_with(0, body, 1, 64)[0] == 64);
    std::size_t lost = 0;
    for (std::uint64_t seed = 1; seed <= 16; ++seed)
        lost += outputs_with(seed, body, 1, 64)[0] < 64 ? 1 : 0;
    CHECK(lost > 4);
}
