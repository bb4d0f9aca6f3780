// Which bytes are the program's own.
#include "vgpu/runtime/given_values.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

using vgpu::runtime::GivenValues;

namespace {

using Bytes = std::vector<std::byte>;

// No byte is zero: zeros do not count.
Bytes noise(std::size_t count, unsigned seed) {
    std::mt19937 generator(seed);
    Bytes bytes(count);
    for (std::byte& one : bytes) one = static_cast<std::byte>(1 + generator() % 255);
    return bytes;
}

constexpr std::uint64_t somewhere = 0x7000'0000'1000;

struct Call {
    Bytes a = noise(4000, 1), b = noise(1001, 2);
    GivenValues values;
    Call() { values.begin({{a, somewhere}, {b, 0}}); }
    std::uint64_t own(std::span<const std::byte> bytes, std::uint64_t address = 0) {
        return values.own_bytes(bytes, address);
    }
};

Bytes joined(std::initializer_list<std::span<const std::byte>> parts) {
    Bytes all;
    for (const auto part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace

TEST_CASE("nothing is counted while no checker calls") {
    GivenValues values;
    CHECK(!values.known());
    CHECK(values.own_bytes(noise(100, 3), 0) == 0);
    const Bytes array = noise(100, 1);
    values.begin({{array, 0}});
    CHECK(values.known());
    CHECK(values.own_bytes(noise(100, 3), 0) == 100);
    values.end();
    CHECK(values.own_bytes(noise(100, 3), 0) == 0);
}

TEST_CASE("what stands in an array is not the program's own, wherever it begins and ends") {
    Call call;
    CHECK(call.own(call.a) == 0);
    CHECK(call.own(call.b) == 0);
    for (std::size_t begin = 0; begin < 40; ++begin)
        for (const std::size_t length : {47u, 48u, 100u, 900u}) {
            INFO(begin << ", " << length);
            CHECK(call.own(std::span(call.b).subspan(begin, length)) == 0);
        }
    // In pieces, as a pipeline copies them, the last of them short.
    CHECK(call.own(std::span(call.a).first(1000)) == 0);
    CHECK(call.own(std::span(call.a).subspan(1000, 2990)) == 0);
    CHECK(call.own(std::span(call.a).last(10)) == 0);
}

TEST_CASE("other bytes are the program's own, between given ones, too") {
    Call call;
    const Bytes other = noise(77, 3);
    CHECK(call.own(other) == 77);
    CHECK(call.own(joined({std::span(call.a).subspan(100, 200), other,
                           std::span(call.b).subspan(33, 300)})) == 77);
    // Squares of given numbers share no bytes with them, but by chance.
    std::vector<std::int64_t> squares(500);
    for (std::size_t i = 0; i < squares.size(); ++i) {
        std::int64_t number = 0;
        std::memcpy(&number, &call.a[8 * i], sizeof number);
        squares[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) *
                                               static_cast<std::uint64_t>(number));
    }
    CHECK(call.own(std::as_bytes(std::span(squares))) > 3900);
}

TEST_CASE("short runs are given ones where they were copied from, and nowhere else") {
    Call call;
    const auto part = std::span(call.a).subspan(500, 8);
    CHECK(call.own(part) == 8);
    CHECK(call.own(part, somewhere + 500) == 0);
    CHECK(call.own(part, somewhere + 508) > 0);
    // Given numbers in another order.
    Bytes backwards;
    for (std::size_t i = call.a.size() / 4; i-- > 0;)
        backwards.insert(backwards.end(), &call.a[4 * i], &call.a[4 * i] + 4);
    CHECK(call.own(backwards) > 3900);
}

TEST_CASE("a changed array is the program's own where it was changed") {
    Call call;
    Bytes changed = call.a;
    for (std::size_t i = 100; i < 200; ++i) changed[i] ^= std::byte{0x55};
    CHECK(call.own(changed, somewhere) == 100);
    CHECK(call.own(changed) == 100);
}

TEST_CASE("zeros do not count, unless there are few of them between other bytes") {
    Call call;
    CHECK(call.own(Bytes(5000)) == 0);
    CHECK(call.own(Bytes(3)) == 0);
    const Bytes seven(7), other = noise(40, 3);
    CHECK(call.own(joined({other, seven, other})) == 87);
    CHECK(call.own(joined({other, Bytes(8), other})) == 80);
    CHECK(GivenValues::bytes_unless_zero(Bytes(4)) == 0);
    CHECK(GivenValues::bytes_unless_zero(noise(4, 3)) == 4);
}

TEST_CASE("counting ends when enough is known") {
    Call call;
    CHECK(call.own(noise(GivenValues::most_counted + 5000, 3)) == GivenValues::most_counted);
    CHECK(call.own(noise(100, 4)) == 0);
}

TEST_CASE("long arrays are found by longer runs") {
    const Bytes array = noise(40 << 20, 1);
    GivenValues values;
    values.begin({{array, 0}});
    CHECK(values.own_bytes(std::span(array).subspan(12'345'679, 5000), 0) == 0);
    CHECK(values.own_bytes(noise(5000, 3), 0) == 5000);
}

TEST_CASE("equal pieces do not keep the pieces after them from being found") {
    const Bytes same(1 << 20, std::byte{7}), other = noise(5000, 2);
    const Bytes array = joined({same, other, same});
    GivenValues values;
    values.begin({{array, 0}, {same, 0}});
    CHECK(values.own_bytes(other, 0) == 0);
    CHECK(values.own_bytes(std::span(same).first(777), 0) == 0);
    CHECK(values.own_bytes(joined({std::span(other).last(40), std::span(same).first(40)}), 0) == 0);
    CHECK(values.own_bytes(noise(500, 3), 0) == 500);
}

TEST_CASE("bytes around those that count are what they are known by") {
    Call call;
    const Bytes other = noise(60, 3);
    const Bytes mixed = joined({other, std::span(call.b).subspan(100, 60), other});
    std::vector<std::uint8_t> counts(mixed.size(), 0);
    counts[5] = counts[90] = counts[91] = counts[170] = 1; // the second and third are given
    CHECK(call.values.own_bytes(mixed, 0, counts) == 2);
    CHECK(call.values.own_bytes(mixed, 0, std::vector<std::uint8_t>(mixed.size(), 0)) == 0);
}

TEST_CASE("what kernels have written may be copied by the host, until it is told anew") {
    Call call;
    const Bytes made = noise(100, 5), other = noise(100, 6);
    call.values.made_on_device(made, 0x302000000000);
    CHECK(call.own(made) == 0);
    CHECK(call.own(std::span(made).subspan(30, 50)) == 0);
    CHECK(call.own(call.b) == 0);
    call.values.forget_made(0x302000000000 - 50, 100);
    CHECK(call.own(made) == 100);
    call.values.made_on_device(other, 0x302000000000);
    CHECK(call.own(other) == 0);
    CHECK(call.own(made) == 100);
}
