// Accesses that take their addresses from an index: same values, addresses, counts and faults.
#include "body.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

// array[index] for i = tid, tid + 32, ... below n; what stands in place of `body` has %rd3, the
// element's address, and may use %r4, %r5, %rd4, %rd5, %p2.
std::string loop_kernel(std::string_view body, std::string_view type = "s32") {
    return R"(
.visible .entry k(.param .u64 array, .param .u32 first, .param .u32 n)
{
    .reg .pred %p<3>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd0, [array];
    cvta.to.global.u64 %rd1, %rd0;
    ld.param.u32 %r0, [first];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    add.s32 %r3, %r2, %r0;
$again:
    mul.wide.)" +
           std::string(type) + R"( %rd2, %r3, 4;
    add.s64 %rd3, %rd1, %rd2;
)" + std::string(body) +
           R"(
    add.s32 %r3, %r3, 32;
    add.s32 %r2, %r2, 32;
    setp.lt.u32 %p1, %r2, %r1;
    @%p1 bra $again;
    ret;
}
)";
}

std::vector<std::uint32_t> numbers(std::size_t count) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), 1u);
    return values;
}

// What the body makes of the numbers from 1 to 128.
std::vector<std::uint32_t> after(std::string_view body) {
    TestDevice device(loop_kernel(body));
    const auto array = device.upload(numbers(128));
    const auto result = device.run_well("k", grid(1, 32), array, 0u, 128u);
    INFO(body);
    // Those that need not run are counted: 7 before the loop and `ret`, 6 and the body's in each of
    // four rounds.
    const auto statements = std::ranges::count(body, ';');
    CHECK(result.counters.warp_instructions == 7u + 4u * (6u + static_cast<unsigned>(statements)));
    return device.download<std::uint32_t>(array, 128);
}

} // namespace

TEST_CASE("elements are loaded and stored where the index says") {
    auto doubled = numbers(128);
    for (auto& value : doubled) value *= 2;
    CHECK(after("ld.global.u32 %r4, [%rd3]; shl.b32 %r5, %r4, 1; st.global.u32 [%rd3], %r5;") ==
          doubled);
    CHECK(after("ld.u32 %r4, [%rd3]; red.global.add.u32 [%rd3], %r4;") == doubled);
    // The neighbour's, by a displacement.
    auto moved = numbers(128);
    for (std::size_t i = 0; i < 127; ++i) moved[i] = moved[i + 1];
    CHECK(after("setp.eq.s32 %p2, %r3, 127; @%p2 bra $end; ld.global.u32 %r4, [%rd3+4];"
                "st.global.u32 [%rd3], %r4; $end:")[5] == moved[5]);
}

TEST_CASE("an index that changes, or an address that is used besides, is no element") {
    // The address is that of the index before.
    auto expected = numbers(128);
    for (auto& value : expected) value += 9;
    CHECK(after("add.s32 %r3, %r3, 5; ld.global.u32 %r4, [%rd3]; add.s32 %r4, %r4, 9;"
                "sub.s32 %r3, %r3, 5; st.global.u32 [%rd3], %r4;") == expected);
    CHECK(after("add.s64 %rd4, %rd3, 0; ld.global.u32 %r4, [%rd4]; add.s32 %r4, %r4, 9;"
                "st.global.u32 [%rd3], %r4;") == expected);
    CHECK(after("sub.s64 %rd4, %rd3, %rd1; sub.s64 %rd5, %rd2, %rd4; cvt.u32.u64 %r5, %rd5;"
                "ld.global.u32 %r4, [%rd3]; add.s32 %r4, %r4, 9; add.s32 %r4, %r4, %r5;"
                "st.global.u32 [%rd3], %r4;") == expected);
    // The load itself writes the index.
    CHECK(
        after("mov.b32 %r5, %r3; ld.global.u32 %r3, [%rd3]; add.s32 %r4, %r3, 9; mov.b32 %r3, %r5;"
              "st.global.u32 [%rd3], %r4;") == expected);
}

TEST_CASE("signed and unsigned indices are widened as the instruction says") {
    const std::string body = "ld.global.u32 %r4, [%rd3]; st.global.u32 [%rd3], %r4;";
    for (const std::string type : {"s32", "u32"}) {
        INFO(type);
        TestDevice device(loop_kernel(body, type));
        const auto array = device.upload(numbers(64));
        // Index -32 and so on; as unsigned numbers they lie nearly 16 GiB further on.
        const std::uint64_t distance = type == "s32" ? 4ull * 32 : 4ull * (32 - (1ull << 32));
        device.run_well("k", grid(1, 32), array + distance, static_cast<std::uint32_t>(-32), 32u);
        const auto result = device.run("k", grid(1, 32), array + distance - 4ull * (1ull << 32),
                                       static_cast<std::uint32_t>(-32), 32u);
        CHECK(result.fault);
    }
}

TEST_CASE("an index that wraps around in the middle of a warp leads elsewhere") {
    const std::string body = "ld.global.u32 %r4, [%rd3];";
    for (const std::string type : {"s32", "u32"}) {
        for (const std::uint32_t rounds_before : {1u, 5u}) {
            INFO(type << ", after " << rounds_before);
            TestDevice device(loop_kernel(body, type));
            const std::uint32_t count = 32 * (rounds_before + 1);
            const auto array = device.upload(numbers(count));
            // The last round has 32 lanes of the array where the index of lane 4 is the first
            // beyond the largest.
            const std::uint32_t largest = type == "s32" ? std::numeric_limits<std::int32_t>::max()
                                                        : std::numeric_limits<std::uint32_t>::max();
            const std::uint32_t first = largest - 3 - 32 * rounds_before;
            const auto result = device.run("k", grid(1, 32), array - 4ull * first, first, count);
            REQUIRE(result.fault);
            CHECK(result.fault->site.thread.x == 4u);
        }
    }
}

TEST_CASE("a long text without a branch is read in no more than its length") {
    // What a product is used for is looked for a short way only: not in all that follows, for each
    // product again, which would take minutes here.
    constexpr int count = 60'000;
    std::string body = ".reg .b64 %q<" + std::to_string(count) + ">;\n";
    for (int i = 0; i < count; ++i) body += "mul.wide.u32 %q" + std::to_string(i) + ", %r0, 4;\n";
    // The first product's sum, too far away; and the last one's.
    body += "add.s64 %rd2, %rd0, %q0; add.s32 %r2, %r0, 7; st.global.u32 [%rd2], %r2;"
            "add.s64 %rd3, %rd0, %q59999; ld.global.u32 %r3, [%rd3]; add.s32 %r4, %r3, 1;"
            "st.global.u32 [%rd3], %r4;";
    BodyTest test(body);
    const auto values = test.outputs();
    for (std::uint32_t i = 0; i < 32; ++i) CHECK(values[i] == i + 8);
}
