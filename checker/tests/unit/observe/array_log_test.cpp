// Which thread accessed which element, for launches that are asked for.
#include "vgpu/observe/array_log.hpp"
#include "vgpu/observe/offset_runs.hpp"

#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {
namespace {

Options with_arrays() { return {.checks = {"counters"}, .arrays = true}; }

const LoggedArray& array_of(const ArrayRecord& record, ptx::Space space) {
    for (const LoggedArray& array : record.arrays)
        if (array.space == space) return array;
    static const LoggedArray none;
    return none;
}

} // namespace

TEST_CASE("accesses are kept of the launch that was asked for, and of no other") {
    Script script(with_arrays());
    const auto launch = [&] {
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) {
            script.load(5, {}, row(device_base));
            script.store(6, {}, row(device_base + 128));
        });
        script.end();
        return script.traffic().arrays;
    };
    CHECK_FALSE(launch().wanted);
    script.observers->keep_arrays({});
    const ArrayRecord record = launch();
    CHECK(record.wanted);
    CHECK(record.accesses == 2);
    REQUIRE(record.arrays.size() == 1);
    const LoggedArray& array = record.arrays[0];
    CHECK(array.address == device_base);
    CHECK(array.element_bytes == 4);
    CHECK(array.count == 2);
    CHECK(array.dropped == 0);
    REQUIRE(array.accesses.size() == 2);
    CHECK(array.accesses[1].action == isa::MemoryAction::store);
    CHECK(array.accesses[1].serial == 2);
    const auto runs = runs_of(array.accesses[1].mask, array.accesses[1].offsets);
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].count == 32);
    CHECK(runs[0].offset == 128);
    CHECK(runs[0].step == 4);
    CHECK_FALSE(launch().wanted);
}

TEST_CASE("lanes evenly apart are a run, in which no lane is missing") {
    std::array<std::uint64_t, 32> offsets{};
    for (std::uint64_t lane = 0; lane < 32; ++lane) offsets[lane] = lane < 4 ? 8 * lane : 100;
    offsets[31] = 40;
    const auto runs = runs_of(0xc0000177u, offsets); // lanes 0 to 2, 4 to 6, 8, 30 and 31
    REQUIRE(runs.size() == 4);
    CHECK(runs[0].lane == 0);
    CHECK(runs[0].count == 3);
    CHECK(runs[0].step == 8);
    CHECK(runs[1].lane == 4);
    CHECK(runs[1].count == 3);
    CHECK(runs[1].offset == 100);
    CHECK(runs[1].step == 0);
    CHECK(runs[2].lane == 8);
    CHECK(runs[2].count == 1);
    CHECK(runs[2].step == 0);
    CHECK(runs[3].lane == 30);
    CHECK(runs[3].count == 2);
    CHECK(runs[3].step == -60);
    CHECK(runs_of(0, offsets).empty());
}

TEST_CASE("shared memory is kept of one block") {
    Script script(with_arrays());
    script.observers->keep_arrays({.block = 1});
    script.launch(3, 32, 4096);
    script.blocks(3, [&](std::uint64_t block) {
        script.shared_store(5, {.block = block}, row(0));
        script.load(6, {.block = block}, row(device_base));
    });
    script.end();
    const ArrayRecord record = script.traffic().arrays;
    const LoggedArray& shared = array_of(record, ptx::Space::shared);
    CHECK(shared.bytes == 4096);
    REQUIRE(shared.accesses.size() == 1);
    CHECK(shared.accesses[0].warp.block == 1);
    CHECK(array_of(record, ptx::Space::global).accesses.size() == 3);
}

TEST_CASE("a part is halved until its accesses fit, and is whole then") {
    Script script(with_arrays());
    script.observers->keep_arrays({.focus = device_base + 3000});
    script.launch(1, 32);
    constexpr std::uint64_t rows = 32, rounds = 100;
    script.blocks(1, [&](std::uint64_t) {
        for (std::uint64_t round = 0; round < rounds; ++round)
            for (std::uint64_t i = 0; i < rows; ++i) script.load(5, {}, row(device_base + 128 * i));
    });
    script.end();
    const ArrayRecord record = script.traffic().arrays;
    REQUIRE(record.arrays.size() == 1);
    const LoggedArray& array = record.arrays[0];
    CHECK(array.count == rows * rounds);
    CHECK(array.dropped == 0);
    CHECK(array.numbers <= ArrayLog::most_numbers);
    CHECK(array.from <= 3000);
    CHECK(array.to > 3000);
    CHECK(array.to - array.from < 4096);
    CHECK(array.accesses.size() == (array.to - array.from) / 128 * rounds);
}

TEST_CASE("what does not fit into the smallest part is counted") {
    Script script(with_arrays());
    script.observers->keep_arrays({});
    script.launch(1, 32);
    constexpr std::uint64_t times = 5000;
    script.blocks(1, [&](std::uint64_t) {
        for (std::uint64_t i = 0; i < times; ++i) script.atomic(5, {}, at(device_base));
    });
    script.end();
    const ArrayRecord record = script.traffic().arrays;
    REQUIRE(record.arrays.size() == 1);
    const LoggedArray& array = record.arrays[0];
    CHECK(array.accesses.size() + array.dropped == times);
    CHECK(array.dropped > 0);
    CHECK(array.numbers <= ArrayLog::most_numbers);
}

} // namespace vgpu::observe::test
