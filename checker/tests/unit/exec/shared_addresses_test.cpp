// Accesses through one register, of which only the first looks at how the lanes' addresses lie.
#include "body.hpp"

#include <cstdint>
#include <vector>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::uint32_t lanes = 32, rounds = 12;

// %r31 holds the lane's word of 64, word i of which is i * i + 5; the body runs with %r1 = 0 to 11.
std::string rounds_of(std::string_view body) {
    return R"(
    mad.lo.u32 %r2, %r0, %r0, 5;
    st.shared.u32 [%r31], %r2;
    add.u32 %r3, %r0, 32;
    mad.lo.u32 %r2, %r3, %r3, 5;
    st.shared.u32 [%r31+128], %r2;
    bar.sync 0;
    mov.u32 %r1, 0;
    mov.u32 %r4, 0;
$again:
)" + std::string(body) +
           R"(
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 12;
    @%p1 bra $again;
    st.global.u32 [%rd1], %r4;
)";
}

std::uint32_t word(std::uint32_t i) { return i * i + 5; }

// Each seed takes other turns, which part straight code at other places.
void check(const std::string& body, const std::vector<std::uint32_t>& expected) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        INFO("seed " << seed);
        BodyTest test(body, lanes, "", {.memory_bytes = 64 << 20, .schedule_seed = seed});
        CHECK(test.outputs() == expected);
    }
}

} // namespace

TEST_CASE("lanes that lie otherwise each time, in one register") {
    std::vector<std::uint32_t> expected(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        for (std::uint32_t round = 0; round < rounds; ++round) {
            const std::uint32_t at = lane ^ (round * 5 & 31);
            expected[lane] = expected[lane] * 31 + word(at) + 7 * word(at + 32);
        }
    check(rounds_of(R"(
    mul.lo.u32 %r5, %r1, 5;
    and.b32 %r5, %r5, 31;
    xor.b32 %r5, %r5, %r0;
    shl.b32 %r5, %r5, 2;
    add.u32 %r5, %r5, %r30;
    ld.shared.u32 %r6, [%r5];
    ld.shared.u32 %r7, [%r5+128];
    mad.lo.u32 %r4, %r4, 31, %r6;
    mad.lo.u32 %r4, %r7, 7, %r4;
)"),
          expected);
}

TEST_CASE("a register that changes between two accesses") {
    std::vector<std::uint32_t> expected(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        for (std::uint32_t round = 0; round < rounds; ++round) {
            const std::uint32_t other = lane ^ (round % 2);
            expected[lane] = expected[lane] * 31 + word(lane) + 7 * word(other) + word(other + 32);
        }
    check(rounds_of(R"(
    mov.u32 %r5, %r31;
    ld.shared.u32 %r6, [%r5];
    and.b32 %r8, %r1, 1;
    shl.b32 %r8, %r8, 2;
    xor.b32 %r5, %r5, %r8;
    ld.shared.u32 %r7, [%r5];
    ld.shared.u32 %r9, [%r5+128];
    mad.lo.u32 %r4, %r4, 31, %r6;
    mad.lo.u32 %r4, %r7, 7, %r4;
    add.u32 %r4, %r4, %r9;
)"),
          expected);
}

TEST_CASE("a load that fills the register of its own address") {
    // Each word leads to another, for four rounds to the same one.
    std::vector<std::uint32_t> expected(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        for (std::uint32_t round = 0; round < rounds; ++round) {
            std::uint32_t at = lane;
            for (int step = 0; step < 3; ++step) at = (at * (2 * (round / 4) + 1) + 3) % lanes;
            expected[lane] = expected[lane] * 31 + at;
        }
    check(rounds_of(R"(
    shr.u32 %r2, %r1, 2;
    shl.b32 %r2, %r2, 1;
    mad.lo.u32 %r3, %r0, %r2, %r0;
    add.u32 %r3, %r3, 3;
    and.b32 %r3, %r3, 31;
    shl.b32 %r3, %r3, 2;
    add.u32 %r3, %r3, %r30;
    st.shared.u32 [%r31], %r3;
    bar.sync 0;
    mov.u32 %r5, %r31;
    ld.shared.u32 %r5, [%r5];
    ld.shared.u32 %r5, [%r5];
    ld.shared.u32 %r5, [%r5];
    bar.sync 0;
    sub.u32 %r5, %r5, %r30;
    shr.u32 %r5, %r5, 2;
    mad.lo.u32 %r4, %r4, 31, %r5;
)"),
          expected);
}
