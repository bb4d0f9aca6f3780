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

// In each of the 12 rounds a loop of its own, which is nothing but straight code: with %r5, the
// lane's address to begin with, and %r6 = 0 to 3 it sums up words in %r4. `step` moves %r5 on.
std::string loops_of(std::string_view begin, std::string_view step) {
    return rounds_of(std::string(begin) + R"(
    mov.u32 %r6, 0;
$inner:
    ld.shared.u32 %r7, [%r5];
    mad.lo.u32 %r4, %r4, 31, %r7;
    ld.shared.u32 %r7, [%r5+4];
    mad.lo.u32 %r4, %r7, 7, %r4;
)" + std::string(step) +
                     R"(
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p2, %r6, 4;
    @%p2 bra $inner;
)");
}

// `place(lane, round, i)`: which word the lane is at.
template <class Place>
std::vector<std::uint32_t> sums(Place place) {
    std::vector<std::uint32_t> expected(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        for (std::uint32_t round = 0; round < rounds; ++round)
            for (std::uint32_t i = 0; i < 4; ++i) {
                const std::uint32_t at = place(lane, round, i);
                expected[lane] = expected[lane] * 31 + word(at) + 7 * word(at + 1);
            }
    return expected;
}

TEST_CASE("a loop that adds the same to all lanes' addresses") {
    check(loops_of("mov.u32 %r5, %r31;", "mov.u32 %r8, %ntid.x; shr.u32 %r9, %r8, 3;"
                                         "add.u32 %r5, %r5, %r9;"),
          sums([](std::uint32_t lane, std::uint32_t, std::uint32_t i) { return lane + i; }));
}

TEST_CASE("a loop that begins again with lanes that lie otherwise") {
    // In rounds 0 to 5 as they are, then in pairs the other way round, then in fours.
    check(loops_of(R"(
    setp.ge.u32 %p2, %r1, 6;
    selp.u32 %r2, 1, 0, %p2;
    setp.ge.u32 %p2, %r1, 9;
    selp.u32 %r2, 3, %r2, %p2;
    xor.b32 %r3, %r0, %r2;
    shl.b32 %r3, %r3, 2;
    add.u32 %r5, %r3, %r30;
)",
                   "add.u32 %r5, %r5, 4;"),
          sums([](std::uint32_t lane, std::uint32_t round, std::uint32_t i) {
              return (lane ^ (round < 6 ? 0u : round < 9 ? 1u : 3u)) + i;
          }));
}

TEST_CASE("a loop that moves the lanes' addresses apart from some round on") {
    // The same for all lanes until round 6: from then on odd lanes go twice as far.
    const auto place = [](std::uint32_t lane, std::uint32_t round, std::uint32_t i) {
        return lane + (round >= 6 && lane % 2 == 1 ? 2 * i : i);
    };
    const std::string stride = R"(
    and.b32 %r2, %r0, 1;
    setp.ge.u32 %p2, %r1, 6;
    selp.u32 %r2, %r2, 0, %p2;
    shl.b32 %r2, %r2, 2;
    add.u32 %r8, %r2, 4;
)";
    check(loops_of("mov.u32 %r5, %r31;", stride + "add.u32 %r5, %r5, %r8;"), sums(place));
    check(loops_of(stride + "mov.u32 %r5, %r31;", "add.u32 %r5, %r5, %r8;"), sums(place));
    check(loops_of("mov.u32 %r8, 4;" + stride + "mov.u32 %r5, %r31;", "add.u32 %r5, %r5, %r8;"),
          sums(place));
    // Two additions, of which the second may do nothing.
    check(loops_of("mov.u32 %r5, %r31;", stride + "sub.u32 %r9, %r8, 4; add.u32 %r5, %r5, 4;"
                                                  "add.u32 %r5, %r9, %r5;"),
          sums(place));
}

TEST_CASE("a loop that is left, and begun again once some lanes lie otherwise") {
    // Nothing but an instruction with a guard stands between the loop's end and its beginning.
    std::vector<std::uint32_t> expected(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        for (std::uint32_t round = 0; round < rounds; ++round)
            for (std::uint32_t i = 0; i < 8; ++i)
                expected[lane] =
                    expected[lane] * 31 + word(i < 4 || lane % 2 == 0 ? lane + i : i - 4);
    check(rounds_of(R"(
    mov.u32 %r5, %r31;
    and.b32 %r8, %r0, 1;
    setp.ne.u32 %p4, %r8, 0;
    mov.u32 %r6, 0;
$inner:
    ld.shared.u32 %r7, [%r5];
    mad.lo.u32 %r4, %r4, 31, %r7;
    setp.lt.u32 %p5, %r6, 7;
    add.u32 %r5, %r5, 4;
    add.u32 %r6, %r6, 1;
    and.b32 %r8, %r6, 3;
    setp.ne.u32 %p2, %r8, 0;
    @%p2 bra $inner;
    @%p4 sub.u32 %r5, %r30, 0;
    @%p5 bra $inner;
)"),
          expected);
}

TEST_CASE("lanes that leave a loop early") {
    // Lane l stays for l % 4 + 9 turns and keeps what it has loaded last; then the register is what
    // it was at the beginning.
    std::vector<std::uint32_t> expected(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        for (std::uint32_t round = 0; round < rounds; ++round) {
            for (std::uint32_t i = 0; i <= 8 + lane % 4; ++i)
                expected[lane] = expected[lane] * 31 + word(lane + i);
            expected[lane] += word(lane + 8 + lane % 4) + word(lane);
        }
    check(rounds_of(R"(
    mov.u32 %r5, %r31;
    and.b32 %r8, %r0, 3;
    add.u32 %r8, %r8, 8;
    mov.u32 %r6, 0;
$inner:
    ld.shared.u32 %r7, [%r5];
    mad.lo.u32 %r4, %r4, 31, %r7;
    add.u32 %r5, %r5, 4;
    add.u32 %r6, %r6, 1;
    setp.le.u32 %p2, %r6, %r8;
    @%p2 bra $inner;
    add.u32 %r4, %r4, %r7;
    shl.b32 %r6, %r6, 2;
    sub.u32 %r5, %r5, %r6;
    ld.shared.u32 %r7, [%r5];
    add.u32 %r4, %r4, %r7;
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
