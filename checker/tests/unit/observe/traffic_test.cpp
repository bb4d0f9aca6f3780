// Tests of vgpu/observe/traffic.hpp on scripted events.
#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {
namespace {

// The counters of one global load of a whole warp.
Counters global_load(const AddressOf& address, int bytes, std::uint32_t mask = everyone) {
    Script script({.checks = {"counters"}});
    script.launch(1, 32);
    script.blocks(1, [&](std::uint64_t) { script.load(5, {.mask = mask}, address, bytes); });
    script.end();
    return script.traffic().total;
}

Counters shared_load(const AddressOf& address, int bytes, std::uint32_t mask = everyone) {
    Script script({.checks = {"counters"}});
    script.launch(1, 32, 48 << 10);
    script.blocks(1, [&](std::uint64_t) { script.shared_load(5, {.mask = mask}, address, bytes); });
    script.end();
    return script.traffic().total;
}

} // namespace

TEST_CASE("sectors of a warp's global load") {
    CHECK(global_load(row(device_base), 4).global_load_sectors == 4);
    CHECK(global_load(row(device_base + 4), 4).global_load_sectors == 5);
    CHECK(global_load(row(device_base, 8), 8).global_load_sectors == 8);
    CHECK(global_load(row(device_base, 16), 16).global_load_sectors == 16);
    CHECK(global_load(row(device_base, 1), 1).global_load_sectors == 1);
    CHECK(global_load(row(device_base, 2), 2).global_load_sectors == 2);
    CHECK(global_load(row(device_base, 8), 4).global_load_sectors == 8);    // every second word
    CHECK(global_load(row(device_base, 128), 4).global_load_sectors == 32); // a column
    CHECK(global_load(at(device_base), 4).global_load_sectors == 1);
    // A phase of half or quarter warp fetches for itself.
    CHECK(global_load(at(device_base), 8).global_load_sectors == 2);
    CHECK(global_load(row(device_base + 8, 8), 8).global_load_sectors == 10);
    CHECK(global_load(row(device_base), 4, 0x000000ff).global_load_sectors == 1);
    CHECK(global_load(row(device_base), 4, 0x80000001).global_load_sectors == 2);
    // Backwards is as good as forwards.
    const auto reversed = [](std::uint32_t lane) { return device_base + 4 * (31 - lane); };
    CHECK(global_load(reversed, 4).global_load_sectors == 4);
    // Scattered far apart, some twice.
    const auto scattered = [](std::uint32_t lane) { return device_base + (lane * 7 % 16) * 4096; };
    CHECK(global_load(scattered, 4).global_load_sectors == 16);
}

TEST_CASE("requests and bytes") {
    const Counters whole = global_load(row(device_base), 4);
    CHECK(whole.global_load_requests == 1);
    CHECK(whole.global_load_bytes == 128);
    CHECK(whole.global_store_requests == 0);
    CHECK(global_load(row(device_base), 4, 0x7).global_load_bytes == 12);
}

TEST_CASE("bank conflicts of a warp's shared load") {
    CHECK(shared_load(row(0), 4).shared_load_conflicts == 0);
    CHECK(shared_load(row(64), 4).shared_load_conflicts == 0);
    CHECK(shared_load(at(12), 4).shared_load_conflicts == 0); // broadcast
    CHECK(shared_load(row(0, 8), 4).shared_load_conflicts == 1);
    CHECK(shared_load(row(0, 128), 4).shared_load_conflicts == 31); // a column of tile[32][32]
    CHECK(shared_load(row(0, 132), 4).shared_load_conflicts == 0);  // of tile[32][33]
    CHECK(shared_load(row(0, 8), 8).shared_load_conflicts == 0);
    CHECK(shared_load(row(0, 16), 16).shared_load_conflicts == 0);
    CHECK(shared_load(row(0, 16), 8).shared_load_conflicts == 2); // 2 ways in each half warp
    CHECK(shared_load(row(0, 1), 1).shared_load_conflicts == 0);
    // Two words of one bank, each read by 16 lanes.
    const auto two_words = [](std::uint32_t lane) { return (lane % 2) * 128; };
    CHECK(shared_load(two_words, 4).shared_load_conflicts == 1);
    // A column read by half a warp.
    CHECK(shared_load(row(0, 128), 4, 0xffff).shared_load_conflicts == 15);
    const auto descending = [](std::uint32_t lane) { return 128 * (31 - lane); };
    CHECK(shared_load(descending, 4).shared_load_conflicts == 31);
}

TEST_CASE("of each line the costliest access is kept, where instructions are counted") {
    Script script({.checks = {"counters"}, .instructions = true});
    script.launch(1, 64, 8192);
    script.blocks(1, [&](std::uint64_t block) {
        script.load(5, {block, 0, 0x7}, row(device_base));
        script.load(5, {block, 1}, row(device_base, 1024));
        script.load(5, {block, 0}, row(device_base));
        script.store(6, {block, 0}, row(device_base));
        script.shared_load(7, {block, 1, 0xffff}, row(0, 128));
        script.branches(9, 1, 1);
    });
    script.end();
    const LaunchTraffic traffic = script.traffic();
    REQUIRE(traffic.lines.size() == 4);
    REQUIRE(traffic.lines[0].accesses.size() == 1);
    const AccessSample& load = traffic.lines[0].accesses[0];
    CHECK(load.action == isa::MemoryAction::load);
    CHECK(load.cost == 32);
    CHECK(load.warp.warp == 1);
    CHECK(load.mask == everyone);
    CHECK(load.addresses[3] == device_base + 3 * 1024);
    CHECK(load.memory == "cudaMalloc of 4096 bytes");
    CHECK(traffic.lines[1].accesses.at(0).action == isa::MemoryAction::store);
    REQUIRE(traffic.lines[2].accesses.size() == 1);
    CHECK(traffic.lines[2].accesses[0].space == ptx::Space::shared);
    CHECK(traffic.lines[2].accesses[0].cost == 15);
    CHECK(traffic.lines[2].accesses[0].memory == "tile");
    CHECK(traffic.lines[3].accesses.empty());
}

TEST_CASE("of each kind of access in a line the first are kept, in their order") {
    Script script({.checks = {"counters"}, .instructions = true});
    script.launch(2, 64, 8192);
    script.blocks(2, [&](std::uint64_t block) {
        for (std::uint32_t round = 0; round < 10; ++round)
            for (std::uint32_t warp = 0; warp < 2; ++warp) {
                script.load(5, {block, warp}, row(device_base, 4 * (1 + round)));
                script.shared_load(5, {block, warp}, row(0));
            }
    });
    script.end();
    const LaunchTraffic traffic = script.traffic();
    REQUIRE(traffic.lines.size() == 1);
    REQUIRE(traffic.lines[0].series.size() == 2);
    const AccessSeries& global = traffic.lines[0].series[0];
    CHECK(global.memory == "cudaMalloc of 4096 bytes");
    CHECK(global.accesses.count == 40);
    REQUIRE(global.accesses.kept.size() == FirstAccesses::most);
    std::uint64_t before = 0;
    for (const OrderedAccess& access : global.accesses.kept) {
        CHECK(access.order > before);
        before = access.order;
    }
    CHECK(global.accesses.kept[3].sample.warp.warp == 1);
    CHECK(global.accesses.kept[3].sample.addresses[1] == device_base + 8);
    CHECK(global.accesses.kept[20].sample.warp.block == 1);
    CHECK(traffic.lines[0].series[1].accesses.kept[0].sample.space == ptx::Space::shared);
}

TEST_CASE("what requests could not do without is counted, where instructions are") {
    Script script({.checks = {"counters"}, .instructions = true});
    script.launch(1, 32, 8192);
    script.blocks(1, [&](std::uint64_t block) {
        script.load(5, {block, 0}, row(device_base));            // 128 bytes
        script.load(5, {block, 0}, at(device_base));             // 4, read by all
        script.load(5, {block, 0, 0x3}, row(device_base, 1024)); // 8
        script.store(6, {block, 0, 0xf}, row(device_base));      // 16
        script.shared_load(7, {block, 0}, row(0, 128));          // 32 turns, of them 1 needed
        script.shared_load(8, {block, 0, 0xffff}, row(0));       // 1
    });
    script.end();
    const LeastTraffic least = script.traffic().least;
    CHECK(least.load_used_bytes == 140);
    CHECK(least.store_used_bytes == 16);
    CHECK(least.shared_least_turns == 2);
}

TEST_CASE("constant memory gives one address at a time") {
    const auto conflicts = [](const AddressOf& address, std::uint32_t mask = everyone) {
        Script script({.checks = {"counters"}});
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) {
            script.access(5, {.mask = mask}, address, {.space = ptx::Space::constant});
        });
        script.end();
        const Counters total = script.traffic().total;
        CHECK(total.constant_load_requests == 1);
        return total.constant_load_conflicts;
    };
    CHECK(conflicts(at(device_base)) == 0);
    CHECK(conflicts(row(device_base)) == 31);
    CHECK(conflicts(row(device_base), 0xff) == 7);
    CHECK(conflicts([](std::uint32_t lane) { return device_base + 4 * (lane % 3); }) == 2);
}

TEST_CASE("what a launch reads again, for a profile") {
    Script script({.checks = {"counters"}, .instructions = true});
    const auto reads = [&](const std::function<void()>& loads) {
        script.launch(2, 32);
        script.blocks(1, [&](std::uint64_t) { loads(); });
        script.end();
        return script.traffic();
    };
    // Neighbours: 16 loads, of which each brings one new element of 4 bytes.
    const LaunchTraffic window = reads([&] {
        for (std::uint64_t k = 0; k < 17; ++k) script.load(5, {}, row(device_base + 4 * k));
    });
    CHECK(window.reads.different_bytes == 4 * (32 + 16));
    CHECK(window.total.global_load_sectors == 3 * 4 + 14 * 5);
    CHECK(window.reads.sectors_again == (2 * 4 + 14 * 5) * 31.0 / 32);
    REQUIRE(window.lines.size() == 1);
    CHECK(window.lines[0].reads.different_bytes == window.reads.different_bytes);
    // Another launch has read nothing yet. Lanes at one address count once; what lies far apart is
    // wasteful, but read once.
    const LaunchTraffic others = reads([&] {
        script.load(5, {}, at(device_base));
        script.load(6, {}, row(device_base + 1024, 128));
        script.load(7, {.warp = 0, .mask = 0xf}, row(device_base + 1024, 256));
        script.store(8, {}, row(device_base));
    });
    CHECK(others.reads.different_bytes == 4 + 128);
    CHECK(others.reads.sectors_again == 4);
    CHECK(others.lines.at(2).reads.sectors_again == 4);
    CHECK(others.lines.at(3).reads.sectors_again == 0);
}

TEST_CASE("threads with nothing to do, for a profile") {
    Script script({.checks = {"counters"}, .instructions = true});
    script.launch(3, 48, 1024);
    script.blocks(3, [&](std::uint64_t block) {
        if (block == 0) return;
        script.load(5, {block, 0, 0xff}, row(device_base));
        script.shared_store(6, {block, 0, 0xf}, row(0));
        script.shared_load(6, {block, 1, 0x1}, row(0));
        script.atomic(7, {block, 0}, at(device_base)); // each adds its 0
    });
    script.end();
    CHECK(script.traffic().idle_threads == 48 + 2 * (48 - 9));
}

TEST_CASE("a profile sees each access, of whole warps and of one pattern, too") {
    Script script({.checks = {"counters"}, .instructions = true});
    script.launch(4, 32);
    script.blocks(4, [&](std::uint64_t block) {
        script.load(5, {block, 0}, row(device_base + 128 * block));
        script.store(6, {block, 0}, row(device_base + 128 * block));
    });
    script.end();
    CHECK(script.traffic().idle_threads == 0);
    CHECK(script.traffic().lines.at(0).series.size() == 1);
}

TEST_CASE("atomics, branches, barriers, local memory") {
    Script script({.checks = {"counters"}});
    script.launch(1, 64, 1024);
    script.blocks(1, [&](std::uint64_t) {
        script.atomic(3, {.mask = 0xff}, at(device_base));
        script.shared_atomic(4, {}, at(0));
        script.branches(5, 2, 1);
        script.barrier(6);
        script.access(7, {}, row(0), {.space = ptx::Space::local});
        script.shared_store(8, {}, row(0, 128));
        script.store(9, {}, row(device_base, 32));
    });
    script.end();
    const Counters total = script.observers->last_launch({100, 3200}).total;
    CHECK(total.global_atomic_requests == 1);
    CHECK(total.global_atomic_lanes == 8);
    CHECK(total.shared_atomic_requests == 1);
    CHECK(total.shared_atomic_lanes == 32);
    CHECK(total.branches == 2);
    CHECK(total.divergent_branches == 1);
    CHECK(total.barriers == 1);
    CHECK(total.barrier_lanes == 64);
    CHECK(total.local_requests == 1);
    CHECK(total.shared_store_conflicts == 31);
    CHECK(total.global_store_sectors == 32);
    CHECK(total.warp_instructions == 100);
    CHECK(total.thread_instructions == 3200);
    CHECK(total.active_lane_sum == 3200);
}

TEST_CASE("atomics that meet") {
    const auto conflicts = [](ptx::Space space, const AddressOf& address,
                              std::uint32_t mask = everyone) {
        Script script({.checks = {"counters"}});
        script.launch(1, 32, 8192);
        script.blocks(1, [&](std::uint64_t) {
            script.access(1, {.mask = mask}, address,
                          {.action = isa::MemoryAction::atomic, .space = space});
        });
        script.end();
        const Counters total = script.traffic().total;
        return space == ptx::Space::shared ? total.shared_atomic_conflicts
                                           : total.global_atomic_conflicts;
    };
    const auto fours = [](std::uint32_t lane) { return device_base + 4 * (lane / 4); };
    CHECK(conflicts(ptx::Space::global, row(device_base)) == 0);
    CHECK(conflicts(ptx::Space::global, at(device_base)) == 31);
    CHECK(conflicts(ptx::Space::global, at(device_base), 0xff) == 7);
    CHECK(conflicts(ptx::Space::global, fours) == 3);
    CHECK(conflicts(ptx::Space::global, row(device_base, 128)) == 0);
    const auto far_apart = [](std::uint32_t lane) { return device_base + 4096 * (lane * 7 % 8); };
    CHECK(conflicts(ptx::Space::global, far_apart) == 3);
    CHECK(conflicts(ptx::Space::global, far_apart, 0x101) == 1);
    CHECK(conflicts(ptx::Space::shared, row(0, 128)) == 31); // one bank
    CHECK(conflicts(ptx::Space::shared, row(0, 8)) == 1);
    CHECK(conflicts(ptx::Space::shared, row(0)) == 0);
    CHECK(conflicts(ptx::Space::shared, at(0)) == 31);
}

TEST_CASE("sectors of local memory") {
    const auto sectors_of = [](const AddressOf& address, int width, int count = 1,
                               std::uint32_t mask = everyone) {
        Script script({.checks = {"counters"}});
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) {
            for (const auto action : {isa::MemoryAction::load, isa::MemoryAction::store})
                script.access(
                    1, {.mask = mask}, address,
                    {.action = action, .space = ptx::Space::local, .width = width, .count = count});
        });
        script.end();
        const Counters total = script.traffic().total;
        CHECK(total.local_load_requests == 1);
        CHECK(total.local_store_requests == 1);
        CHECK(total.local_load_sectors == total.local_store_sectors);
        return total.local_load_sectors;
    };
    CHECK(sectors_of(at(0), 4) == 4);
    CHECK(sectors_of(at(8), 8) == 8);
    CHECK(sectors_of(at(16), 4, 4) == 16);
    CHECK(sectors_of(at(3), 1) == 4);
    CHECK(sectors_of(at(0), 4, 1, 0x101) == 2);
    CHECK(sectors_of(row(0), 4) == 32);
    CHECK(sectors_of([](std::uint32_t lane) { return 4 * (lane % 2); }, 4) == 8);
}

TEST_CASE("counters of each line, and of the last launch only") {
    Script script({.checks = {"counters"}});
    for (int launch = 0; launch < 2; ++launch) {
        script.launch(2, 32);
        script.blocks(2, [&](std::uint64_t block) {
            script.load(10, {.block = block}, row(device_base));
            script.load(12, {.block = block}, row(device_base, 128));
        });
        script.end();
    }
    const LaunchTraffic traffic = script.traffic();
    REQUIRE(traffic.lines.size() == 2);
    CHECK(traffic.lines[0].file == "kernel.cu");
    CHECK(traffic.lines[0].line == 10);
    CHECK(traffic.lines[0].counters.global_load_sectors == 8);
    CHECK(traffic.lines[1].line == 12);
    CHECK(traffic.lines[1].counters.global_load_sectors == 64);
    CHECK(traffic.total.global_load_requests == 4);
}

TEST_CASE("instructions of each line, when they are asked for") {
    for (const bool asked : {false, true}) {
        Script script({.checks = {"counters"}, .instructions = asked});
        const bool wants = (script.observers->wants() & exec::event_instruction) != 0;
        CHECK(wants == asked);
        if (!asked) continue;
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) { script.load(10, {}, row(device_base)); });
        script.instruction(10, 3, 96);
        script.instruction(11, 2, 7);
        script.end();
        const LaunchTraffic traffic =
            script.observers->last_launch({.warp_instructions = 5,
                                           .thread_instructions = 103,
                                           .warps = 3,
                                           .busiest_warp_instructions = 2});
        REQUIRE(traffic.lines.size() == 2);
        CHECK(traffic.lines[0].counters.warp_instructions == 3);
        CHECK(traffic.lines[0].counters.thread_instructions == 96);
        CHECK(traffic.lines[0].counters.global_load_requests == 1);
        CHECK(traffic.lines[1].line == 11);
        CHECK(traffic.lines[1].counters.active_lane_sum == 7);
        // Those of the launch come from the executor, with or without line information.
        CHECK(traffic.total.warp_instructions == 5);
        CHECK(traffic.total.thread_instructions == 103);
        CHECK(traffic.warps_run == 3);
        CHECK(traffic.busiest_warp_instructions == 2);
    }
}

TEST_CASE("counter names are unique") {
    for (const CounterRow& a : counter_table)
        for (const CounterRow& b : counter_table)
            CHECK((a.name == b.name) == (a.member == b.member));
}

} // namespace vgpu::observe::test
