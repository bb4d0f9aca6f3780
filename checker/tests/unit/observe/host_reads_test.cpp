// What kernels read of memory that the host shares.
#include "vgpu/observe/host_reads.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <map>
#include <vector>

namespace vgpu::observe {
namespace {

constexpr std::uint64_t first = 0x302000000000;
using Bytes = std::vector<std::byte>;

Bytes filled(std::size_t count, int value) { return Bytes(count, static_cast<std::byte>(value)); }

struct Shared {
    Bytes bytes = filled(10'000, 1);
    bool is_wanted = true;
    HostReads reads{[this](std::uint64_t address) { return &bytes[address - first]; },
                    [this] { return is_wanted; }};
    Shared() {
        reads.show(first, bytes.size());
        reads.on_launch_begin({});
    }

    // As a kernel does.
    void read(std::uint64_t offset, std::size_t count) {
        reads.on_read(first + offset, std::span(bytes).subspan(offset, count));
    }
    void write(std::uint64_t offset, const Bytes& content) {
        std::memcpy(&bytes[offset], content.data(), content.size());
        reads.on_write(first + offset, content);
    }
    // By their offsets; of a byte that has had several values, all.
    std::multimap<std::uint64_t, int> read_bytes() const {
        std::multimap<std::uint64_t, int> all;
        reads.each_read([&](std::uint64_t address, HostReads::Bytes there, HostReads::Marks read) {
            for (std::size_t i = 0; i < there.size(); ++i)
                if (read[i] != 0) all.emplace(address - first + i, static_cast<int>(there[i]));
        });
        return all;
    }
    std::map<std::uint64_t, std::size_t> written_runs() const {
        std::map<std::uint64_t, std::size_t> runs;
        reads.each_written(first, [&](std::uint64_t address, HostReads::Bytes there) {
            runs[address - first] = there.size();
        });
        return runs;
    }
};

using Read = std::multimap<std::uint64_t, int>;

} // namespace

TEST_CASE("each byte that a launch has read is told as it was read") {
    Shared shared;
    shared.read(100, 2);
    shared.bytes[100] = std::byte{2}; // by the host, too late
    shared.read(4095, 2);
    CHECK(shared.read_bytes() == Read{{100, 1}, {101, 1}, {4095, 1}, {4096, 1}});
    shared.reads.on_launch_begin({});
    CHECK(shared.read_bytes().empty());
}

TEST_CASE("a byte that the host has changed meanwhile is told with each value") {
    Shared shared;
    for (int value = 1; value < 4; ++value) {
        shared.bytes[7] = static_cast<std::byte>(value);
        for (int again = 0; again < 100; ++again) shared.read(6, 4);
    }
    CHECK(shared.read_bytes() == Read{{6, 1}, {7, 1}, {8, 1}, {9, 1}, {7, 2}, {7, 3}});
    CHECK(shared.reads.changed_too_often() == 0);
}

TEST_CASE("what was read in a launch is not told of the next ones, unless it has changed") {
    Shared shared;
    shared.read(100, 4);
    shared.reads.on_launch_begin({});
    shared.bytes[101] = std::byte{2};
    shared.read(100, 4);
    CHECK(shared.read_bytes() == Read{{101, 2}});
    shared.reads.begin_call();
    shared.reads.on_launch_begin({});
    shared.read(100, 2);
    CHECK(shared.read_bytes() == Read{{100, 1}, {101, 2}});
}

TEST_CASE("values that the host sends by turns are told each time") {
    Shared shared;
    for (int turn = 0; turn < 5; ++turn) {
        shared.bytes[7] = static_cast<std::byte>(3 + turn % 2);
        shared.read(7, 1);
    }
    CHECK(shared.read_bytes() == Read{{7, 3}, {7, 4}, {7, 3}, {7, 4}, {7, 3}});
    // Over what a kernel has written.
    for (int turn = 0; turn < 3; ++turn) {
        shared.write(8, filled(1, 9));
        shared.read(8, 1);
        shared.bytes[8] = std::byte{4};
        shared.read(8, 1);
    }
    CHECK(shared.read_bytes().count(8) == 3);
}

TEST_CASE("a byte that changes again and again is counted") {
    Shared shared;
    for (std::size_t value = 1; value < HostReads::most_values + 10; ++value) {
        shared.bytes[7] = static_cast<std::byte>(value);
        shared.read(7, 1);
    }
    CHECK(shared.read_bytes().size() == HostReads::most_values);
    CHECK(shared.reads.changed_too_often() == 9);
}

TEST_CASE("what a kernel has written is not told, as long as it stands there") {
    Shared shared;
    shared.write(4090, filled(12, 5));
    shared.read(4090, 12);
    CHECK(shared.read_bytes().empty());
    shared.reads.on_launch_begin({});
    shared.bytes[4091] = std::byte{6}; // by the host
    shared.read(4088, 8);
    CHECK(shared.read_bytes() == Read{{4088, 1}, {4089, 1}, {4091, 6}});
    CHECK(shared.written_runs() == std::map<std::uint64_t, std::size_t>{{4090, 12}});
    shared.reads.begin_call();
    shared.read(4095, 1);
    CHECK(shared.read_bytes() == Read{{4095, 5}});
}

TEST_CASE("one byte that a kernel writes makes no other one the device's") {
    Shared shared;
    shared.write(64, filled(1, 9));
    shared.read(0, 128);
    CHECK(shared.read_bytes().size() == 127);
    CHECK(shared.read_bytes().count(64) == 0);
}

TEST_CASE("the bytes around those that were read come along") {
    Shared shared;
    shared.read(5000, 4);
    shared.reads.each_read([](std::uint64_t address, HostReads::Bytes there, HostReads::Marks) {
        CHECK(address == first + 5000 - HostReads::margin);
        CHECK(there.size() == 2 * HostReads::margin + 4);
        CHECK(there.front() == std::byte{1});
    });
}

TEST_CASE("what was read counts though its memory is gone by the end of the launch") {
    Shared shared;
    shared.read(100, 2);
    shared.reads.hide(first);
    CHECK(shared.read_bytes() == Read{{100, 1}, {101, 1}});
    shared.reads.show(first, 64);
    shared.read(0, 1);
    shared.reads.show(first, 64);
    CHECK(shared.read_bytes() == Read{{100, 1}, {101, 1}, {0, 1}});
    shared.reads.on_launch_begin({});
    CHECK(shared.read_bytes().empty());
}

TEST_CASE("a copy is told which of its bytes no kernel has written") {
    Shared shared;
    shared.write(8, filled(4, 5));
    shared.bytes[9] = std::byte{6};
    const auto marks = shared.reads.not_written(first + 6, std::span(shared.bytes).subspan(6, 8));
    CHECK(marks == std::vector<std::uint8_t>{1, 1, 0, 1, 0, 0, 1, 1});
}

TEST_CASE("ranges in which something was written are told once") {
    Shared shared;
    const auto ranges = [&] {
        std::size_t count = 0;
        shared.reads.each_written_range([&](std::uint64_t, std::uint64_t) { ++count; });
        return count;
    };
    CHECK(ranges() == 0);
    shared.write(8, filled(4, 5));
    shared.reads.on_launch_begin({});
    CHECK(ranges() == 1);
    CHECK(ranges() == 0);
}

TEST_CASE("only bytes that are shared, and only while they count, are looked at") {
    Shared shared;
    CHECK(shared.reads.meets(first + 9'999, first + 10'001));
    CHECK(shared.reads.meets(first - 1, first + 1));
    CHECK(!shared.reads.meets(first - 8, first));
    CHECK(!shared.reads.meets(first + 10'000, first + 10'008));
    shared.reads.on_read(first + 10'000, filled(4, 1));
    shared.reads.on_read(first - 4, filled(4, 1));
    CHECK(shared.read_bytes().empty());
    shared.is_wanted = false;
    shared.reads.on_launch_begin({});
    shared.read(0, 4);
    CHECK(!shared.reads.meets(first, first + 1));
    CHECK(shared.read_bytes().empty());
    shared.is_wanted = true;
    shared.reads.hide(first);
    shared.reads.on_launch_begin({});
    CHECK(!shared.reads.meets(first, first + 1));
}

} // namespace vgpu::observe
