// What passes an order on from step to step: kernels that race_model_test.cpp found.
#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

namespace vgpu::observe::test {

// A store of warp 0; warp 1 learns of it at a named barrier and tells the other block by a flag.
TEST_CASE("what a named barrier passed on, a fence and a flag pass on") {
    const auto faults = [](bool meets, bool late, bool fences) {
        const auto address = row(device_base), flag = at(device_base + 1024);
        Script script;
        script.launch(2, 64, 2048);
        script.blocks(2, [&](std::uint64_t block) {
            if (block == 0) {
                if (late) script.arrive(3, 0, {everyone});
                script.store(1, {0, 0, everyone}, address);
                if (late) script.opens(3, 0, {everyone, everyone}, {0, everyone});
                if (meets && !late) script.named_barrier(3, 0, {everyone, everyone});
                if (fences) script.fence(4, {0, 1, everyone});
                script.atomic(5, {0, 1, 1}, flag);
            } else {
                script.atomic(6, {1, 0, 1}, flag);
                script.load(7, {1, 0, everyone}, address);
            }
        });
        script.end();
        return script.sink.faults.size();
    };
    CHECK(faults(true, false, true) == 0);
    CHECK(faults(false, false, true) == 1);
    CHECK(faults(true, true, true) == 1); // stored after it had arrived
    CHECK(faults(true, false, false) == 1);
}

TEST_CASE("what a block reads after its barrier does not hide its atomics from other blocks") {
    using Address = std::uint64_t (*)(std::uint32_t);
    constexpr Address row = [](std::uint32_t lane) { return device_base + 4 * lane; };
    constexpr Address scattered = [](std::uint32_t lane) {
        return device_base + 4 * (lane * 5 % 32);
    };
    for (const Address address : {row, scattered}) {
        Script script;
        script.launch(2, 64, 2048);
        script.blocks(2, [&](std::uint64_t block) {
            if (block == 1) return script.load(4, {1, 0, everyone}, row);
            script.atomic(1, {0, 0, everyone}, row);
            script.barrier(2, 0);
            script.load(3, {0, 1, everyone}, address);
        });
        script.end();
        CHECK(script.sink.faults.size() == 1);
    }
}

// The lanes that read last come after those that read first: the cells keep the last reader alone,
// whether a warp's lanes are decided together or one by one.
TEST_CASE("lanes of a part of a warp that met come after each other") {
    const auto reports = [](bool lanes_together, std::uint32_t met) {
        Script script({.lanes_together = lanes_together});
        script.launch(1, 64, 2048);
        script.blocks(1, [&](std::uint64_t) {
            const auto word = [](std::uint32_t lane) { return device_base + 4 * (lane % 8); };
            script.volatile_load(1, {0, 0, 0xff}, word);
            script.syncwarp(2, {0, 0, met});
            script.volatile_load(3, {0, 0, 0xff00}, word);
            script.store(4, {0, 1, 0xff}, word);
        });
        script.end();
        std::vector<std::string> lines;
        for (const exec::Fault& fault : script.sink.faults)
            lines.push_back(fault.message + fault.detail + std::to_string(fault.count));
        return lines;
    };
    for (const bool lanes_together : {true, false}) {
        CHECK(reports(lanes_together, 0xffff).size() == 1); // line 3 and line 4
        CHECK(reports(lanes_together, 0xff).size() == 2);   // and line 1 and line 4
    }
    CHECK(reports(true, 0xffff) == reports(false, 0xffff));
    CHECK(reports(true, 0xff) == reports(false, 0xff));
}

} // namespace vgpu::observe::test
