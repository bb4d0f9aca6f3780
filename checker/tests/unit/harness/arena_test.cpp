// Tests of harness/arena.hpp.
#include "harness/arena.hpp"
#include "harness/arguments.hpp"
#include "wire/message.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <sys/mman.h>

using namespace workbook;

TEST_CASE("arrays end where a page ends and never share one") {
    Arena arena;
    arena.begin_call();
    const std::uint64_t page = arena.page_bytes();
    std::set<std::uint64_t> pages;
    for (const std::uint64_t bytes :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12}, page, page + 4, 5 * page}) {
        const std::uint64_t address = arena.place_against_page_end(bytes);
        CHECK((address + bytes) % page == 0);
        // Its pages and one on either side.
        for (std::uint64_t at = address / page - 1; at <= (address + bytes) / page; ++at)
            if (at != address / page - 1) CHECK(pages.insert(at).second);
    }
}

TEST_CASE("room is zero, and fresh with every call") {
    Arena arena;
    std::set<std::uint64_t> seen;
    for (int call = 0; call < 100; ++call) {
        arena.begin_call();
        const std::uint64_t address = arena.place(1000);
        CHECK(seen.insert(address).second);
        auto* bytes = reinterpret_cast<unsigned char*>(address);
        for (int i = 0; i < 1000; ++i) REQUIRE(bytes[i] == 0);
        std::memset(bytes, 0xff, 1000);
    }
}

TEST_CASE("the arena can be gone through many times") {
    Arena arena;
    for (int call = 0; call < 40; ++call) {
        arena.begin_call();
        const std::uint64_t address = arena.place(1ull << 30);
        auto* bytes = reinterpret_cast<unsigned char*>(address);
        REQUIRE(bytes[0] == 0);
        REQUIRE(bytes[(1ull << 30) - 1] == 0);
        bytes[0] = bytes[(1ull << 30) - 1] = 1;
    }
}

TEST_CASE("what does not fit is refused") {
    Arena arena;
    arena.begin_call();
    CHECK_THROWS_AS(arena.place(wire::arena_bytes), std::length_error);
    CHECK_THROWS_AS(arena.place(~0ull), std::length_error);
    CHECK_THROWS_AS(arena.place_against_page_end(~0ull - 5), std::length_error);
    CHECK_NOTHROW(arena.place(1ull << 30));
}

TEST_CASE("the arenas of a process are one memory") {
    auto first = std::make_unique<Arena>();
    first->begin_call();
    const std::uint64_t address = first->place(1000);
    auto* byte = reinterpret_cast<unsigned char*>(address);
    *byte = 1;
    Arena second;
    CHECK(second.descriptor() == first->descriptor());
    CHECK(second.place(1000) != address);
    CHECK(*byte == 1);
    second.begin_call();
    CHECK(*byte == 0);
    first.reset();
    CHECK(*byte == 0); // still there
}

TEST_CASE("an address range that is taken is told") {
    void* page = mmap(reinterpret_cast<void*>(wire::arena_address), 4096, PROT_READ,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    REQUIRE(page != MAP_FAILED);
    CHECK_THROWS_AS(Arena(), std::runtime_error);
    munmap(page, 4096);
    CHECK_NOTHROW(Arena());
}

TEST_CASE("arguments are specified as the function declares them") {
    const std::vector<float> values{1, 2, 3};
    const ArgumentSpec array = detail::specify<const float*>(device_in(values));
    CHECK(array.kind == wire::ArgumentKind::device_array);
    CHECK(array.direction == wire::Direction::in);
    CHECK(array.type == ElementType::f32);
    CHECK(array.bytes() == 12);
    CHECK(array.initial.size() == 12);
    const ArgumentSpec output = detail::specify<long*>(out<long>(7));
    CHECK(output.is_output());
    CHECK(output.initial.empty());
    const ArgumentSpec fixed = detail::specify<int*>(inout(std::array<int, 2>{4, 5}));
    CHECK(fixed.count == 2);
    // int for std::size_t, as checks write it; the bytes are the parameter's.
    const ArgumentSpec number = detail::specify<std::size_t>(4096);
    CHECK(number.element_bytes == 8);
    std::size_t value = 0;
    std::memcpy(&value, number.initial.data(), 8);
    CHECK(value == 4096);
    CHECK_THROWS_AS(detail::specify<std::size_t>(-1), std::out_of_range);
    CHECK_THROWS_AS(detail::specify<int>(std::size_t{1} << 31), std::out_of_range);
    CHECK_THROWS_AS(detail::specify<const float*>(out<float>(1)), std::logic_error);
    const ArgumentSpec null = detail::specify<const float*>(nullptr);
    CHECK(null.kind == wire::ArgumentKind::value);
}

struct Angle {
    float degrees, minutes;
};
template <>
inline constexpr bool workbook::is_of_floats<Angle> = true;

TEST_CASE("element types by size and sign") {
    CHECK(element_type_of<long>() == ElementType::i64);
    CHECK(element_type_of<long long>() == ElementType::i64);
    CHECK(element_type_of<unsigned char>() == ElementType::u8);
    CHECK(element_type_of<bool>() == ElementType::boolean);
    CHECK(element_type_of<wire::Direction>() == ElementType::u32);
    CHECK(element_type_of<__nv_bfloat16>() == ElementType::bf16);
    struct Pair {
        int a, b;
    };
    CHECK(element_type_of<Pair>() == ElementType::other);
    CHECK(element_type_of<Angle>() == ElementType::floats);
}
