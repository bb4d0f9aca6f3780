#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {
namespace {

constexpr Options only_initcheck{.race = false, .traffic = false};

} // namespace

TEST_CASE("a global read of bytes that nobody wrote") {
    Script script(only_initcheck);
    script.observers->on_allocate(device_base, 4096, false);
    script.launch(1, 32);
    script.blocks(1, [&](std::uint64_t) {
        script.load(7, {}, row(device_base));
        script.load(7, {}, row(device_base + 128));
    });
    script.end();
    REQUIRE(script.sink.faults.size() == 1);
    const exec::Fault& fault = script.sink.faults[0];
    CHECK(fault.kind == exec::FaultKind::uninitialised_read);
    CHECK(fault.tool == exec::Tool::initcheck);
    CHECK(fault.message == "Uninitialized __global__ memory read of size 4 bytes");
    CHECK(fault.site.frames.at(0).line == 7);
    CHECK(fault.address == device_base);
    CHECK(fault.count == 64);
}

TEST_CASE("what the host or a kernel wrote may be read") {
    Script script(only_initcheck);
    script.observers->on_allocate(device_base, 4096, false);
    script.observers->on_allocate(device_base + 4096, 256, true); // a __device__ variable
    script.observers->on_host_access({device_base, 100, true});
    script.launch(1, 32);
    script.blocks(1, [&](std::uint64_t) {
        script.load(1, {.mask = 0x1ffffff}, row(device_base)); // 25 words
        script.store(2, {}, row(device_base + 1024, 16), 16);
        script.load(3, {}, row(device_base + 1024 + 256));
        script.load(4, {}, row(device_base + 4096));
        script.store(5, {}, row(device_base + 2048, 8)); // every second word
        script.load(6, {}, row(device_base + 2048, 8));
    });
    script.end();
    CHECK(script.sink.faults.empty());

    script.launch(1, 32);
    script.blocks(1, [&](std::uint64_t) {
        script.load(7, {}, row(device_base));        // 7 words too many
        script.load(8, {}, row(device_base + 2048)); // 16 of 32 were written
        script.load(9, {}, at(device_base + 2052));
    });
    script.end();
    REQUIRE(script.sink.faults.size() == 3);
    CHECK(script.sink.faults[0].count == 7);
    CHECK(script.sink.faults[0].site.thread.x == 25);
    CHECK(script.sink.faults[1].count == 16);
    CHECK(script.sink.faults[2].count == 32);
}

TEST_CASE("memory that is allocated again is uninitialised again") {
    Script script(only_initcheck);
    const std::uint64_t bytes = 8ull << 20; // several regions of shadow memory
    script.observers->on_allocate(device_base, bytes, false);
    script.observers->on_host_access({device_base, bytes, true});
    script.launch(1, 32);
    script.blocks(1, [&](std::uint64_t) {
        for (std::uint64_t offset = 0; offset < bytes; offset += bytes / 16)
            script.load(1, {}, row(device_base + offset));
        script.load(1, {}, row(device_base + bytes - 128));
        script.load(1, {}, row(device_base + (2 << 20) - 64)); // across two regions
    });
    script.end();
    CHECK(script.sink.faults.empty());
    script.observers->on_free(device_base, bytes);
    script.observers->on_allocate(device_base, bytes, false);
    script.launch(1, 32);
    script.blocks(1, [&](std::uint64_t) {
        script.load(1, {}, row(device_base));
        script.load(2, {}, row(device_base + bytes - 128));
        script.load(3, {}, row(device_base + (2 << 20) - 64));
    });
    script.end();
    CHECK(script.sink.faults.size() == 3);
}

TEST_CASE("an atomic reads what it changes") {
    Script script(only_initcheck);
    script.observers->on_allocate(device_base, 4096, false);
    script.launch(1, 32);
    script.blocks(1, [&](std::uint64_t) {
        script.atomic(1, {}, at(device_base));
        script.load(2, {}, at(device_base));
    });
    script.end();
    REQUIRE(script.sink.faults.size() == 1);
    CHECK(script.sink.faults[0].site.frames.at(0).line == 1);
}

TEST_CASE("shared memory is uninitialised in each block") {
    Script script(only_initcheck);
    script.launch(2, 64, 256);
    script.blocks(2, [&](std::uint64_t block) {
        if (block == 0) script.shared_store(1, {block, 0}, row(0));
        script.shared_load(2, {block, 1}, row(0));
    });
    script.end();
    REQUIRE(script.sink.faults.size() == 1);
    const exec::Fault& fault = script.sink.faults[0];
    CHECK(fault.message == "Uninitialized __shared__ memory read of size 4 bytes");
    CHECK(fault.site.block.x == 1);
    CHECK(fault.count == 32);
    CHECK(fault.detail == "Address 0x0 in tile was never written in this block");
}

TEST_CASE("single bytes are told apart") {
    Script script(only_initcheck);
    script.launch(1, 32, 64);
    script.blocks(1, [&](std::uint64_t) {
        script.shared_store(1, {.mask = 0x7fffffff}, row(0, 1), 1);
        script.shared_load(2, {.mask = 0x7f}, row(0));
        script.shared_load(3, {.mask = 0xff}, row(0)); // the last word lacks one byte
    });
    script.end();
    REQUIRE(script.sink.faults.size() == 1);
    CHECK(script.sink.faults[0].site.frames.at(0).line == 3);
    CHECK(script.sink.faults[0].count == 1);
}

} // namespace vgpu::observe::test
