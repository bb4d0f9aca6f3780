// Tests of vgpu/observe/initcheck.hpp on scripted events.
#include "script.hpp"
#include "vgpu/observe/fault_log.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>

namespace vgpu::observe::test {
namespace {

const Options only_initcheck{.checks = {"initcheck"}};

} // namespace

// A struct that is copied is one line and many instructions; each allocation is told of.
TEST_CASE("what several instructions of a line do is one fault") {
    Sink sink;
    FaultLog log(sink, 3);
    const auto fault = [](int line, const char* allocation) {
        return [=] {
            exec::Fault made;
            made.kind = exec::FaultKind::uninitialised_read;
            made.site.kernel = "kernel(int *)";
            made.site.frames = {{"kernel.cu", line, "kernel"}};
            made.allocation = allocation;
            return made;
        };
    };
    for (std::uint64_t instruction = 1; instruction <= 41; ++instruction)
        for (int lane = 0; lane < 32; ++lane) log.add(instruction, fault(7, "in"));
    log.add(50, fault(7, "out"));
    log.add(51, fault(8, "in"));
    CHECK(log.dropped() == 0);
    log.add(52, fault(9, "in"));
    CHECK(log.dropped() == 1);
    log.add(1, fault(7, "in"));
    log.flush();
    REQUIRE(sink.faults.size() == 3);
    CHECK(sink.faults[0].count == 41 * 32 + 1);
    CHECK(sink.faults[1].count == 1);
    CHECK(sink.faults[2].count == 1);
}

TEST_CASE("a global read of bytes that were never written") {
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

// Padding, unions and bit fields are carried along with what was written.
TEST_CASE("what was written in part may be read") {
    Script script(only_initcheck);
    script.launch(1, 32, 64);
    script.blocks(1, [&](std::uint64_t) {
        script.shared_store(1, {.mask = 0x7fffffff}, row(0, 1), 1);
        script.shared_load(2, {.mask = 0x7f}, row(0));
        script.shared_load(3, {.mask = 0xff}, row(0));  // the last word lacks one byte
        script.shared_load(4, {.mask = 1}, at(31), 1);  // that byte itself
        script.shared_load(5, {.mask = 0x1ff}, row(0)); // one word more
    });
    script.end();
    REQUIRE(script.sink.faults.size() == 2);
    CHECK(script.sink.faults[0].site.frames.at(0).line == 4);
    CHECK(script.sink.faults[1].site.frames.at(0).line == 5);
    CHECK(script.sink.faults[1].count == 1);
}

TEST_CASE("local memory is each thread's own") {
    Script script(only_initcheck);
    const Script::Detail store{.action = isa::MemoryAction::store, .space = ptx::Space::local};
    const Script::Detail load{.action = isa::MemoryAction::load, .space = ptx::Space::local};
    script.launch(2, 64);
    script.blocks(2, [&](std::uint64_t block) {
        script.access(1, {.block = block, .mask = 0xffff}, at(16), store);
        script.access(2, {.block = block, .mask = 0xffff}, at(16), load);
        script.access(3, {.block = block}, at(16), load);
        script.access(4, {.block = block, .warp = 1}, row(64), store);
        script.access(5, {.block = block, .warp = 1}, row(64), load);
        script.access(6, {.block = block, .warp = 1}, row(68), load);
    });
    script.end();
    REQUIRE(script.sink.faults.size() == 2);
    const exec::Fault& fault = script.sink.faults[0];
    CHECK(fault.message == "Uninitialized __local__ memory read of size 4 bytes");
    CHECK(fault.site.frames.at(0).line == 3);
    CHECK(fault.site.thread.x == 16);
    CHECK(fault.count == 32);
    CHECK(script.sink.faults[1].site.frames.at(0).line == 6);
    CHECK(script.sink.faults[1].count == 64);
}

// Whether loads are exempt that may be so only if all of an allocation is written.
TEST_CASE("an allocation that was written whole is so until part of it is another's") {
    Script script(only_initcheck);
    constexpr std::uint64_t begin = device_base, bytes = 4096, other = device_base + 8192;
    const auto is_exempt = [&] {
        script.launch(1, 32);
        bool answer = false;
        script.blocks(1, [&](std::uint64_t) {
            script.load(10, {}, row(begin)); // the first pattern
            answer = script.observers->on_exemption(*script.last_again, begin, ptx::Space::global,
                                                    begin, begin + bytes) != nullptr;
        });
        script.end();
        return answer;
    };
    script.observers->on_allocate(begin, bytes, false);
    script.observers->on_allocate(other, bytes, false);
    script.observers->on_host_access({begin, bytes - 1, true});
    CHECK_FALSE(is_exempt());
    script.observers->on_host_access({begin + bytes - 1, 1, true});
    REQUIRE(is_exempt());
    SECTION("allocated anew") { script.observers->on_allocate(begin, bytes, false); }
    SECTION("a copy of unwritten bytes") {
        script.observers->on_host_access({begin + 1024, 4, true, 1, 0, "", other});
    }
    SECTION("a kernel's copy of unwritten bytes") {
        const auto load = isa::MemoryAction::load, store = isa::MemoryAction::store;
        const int word = 0;
        script.observers->on_host_access({other + 4, 128, true});
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) {
            script.access(
                20, {}, row(other),
                {.action = load, .copied = &word, .object_before = 4, .object_behind = 8});
            script.access(21, {}, row(begin), {.action = store, .copied = &word});
        });
        script.end();
    }
    CHECK_FALSE(is_exempt());
}

TEST_CASE("unwritten bytes of an object that is copied are as unwritten where they go") {
    Script script(only_initcheck);
    script.observers->on_allocate(device_base, 4096, false);
    const auto load = isa::MemoryAction::load, store = isa::MemoryAction::store;
    const auto local = ptx::Space::local, global = ptx::Space::global;
    const int word = 0; // in a register
    // One of three words, the one at that offset.
    const auto copy_word = [&](std::uint32_t line, const AddressOf& from, ptx::Space source,
                               const AddressOf& to, ptx::Space space, std::uint32_t offset) {
        script.access(line, {}, from,
                      {.action = load,
                       .space = source,
                       .copied = &word,
                       .object_before = offset,
                       .object_behind = 12 - offset});
        script.access(line + 1, {}, to, {.action = store, .space = space, .copied = &word});
    };
    const auto lines = [&](std::vector<std::pair<int, std::uint64_t>> expected) {
        std::vector<std::pair<int, std::uint64_t>> found;
        for (const exec::Fault& fault : script.sink.faults)
            found.push_back({fault.site.frames.at(0).line, fault.count});
        CHECK(found == expected);
    };
    script.launch(1, 32, 512);
    SECTION("from the stack") {
        script.blocks(1, [&](std::uint64_t) {
            script.access(1, {.mask = 0xffff}, at(0), {.action = store, .space = local});
            copy_word(10, at(0), local, at(64), local, 0);
            copy_word(20, at(4), local, row(0), ptx::Space::shared, 4); // never written
            copy_word(30, at(0), local, row(device_base), global, 0);
            CHECK(script.sink.faults.empty());
            script.access(40, {.mask = 0xffff}, at(64), {.action = load, .space = local});
            script.load(41, {.mask = 0xffff}, row(device_base));
            script.access(50, {}, at(64), {.action = load, .space = local});
            script.shared_load(51, {}, row(0));
            script.load(52, {}, row(device_base));
            script.access(60, {}, at(64), {.action = store, .space = local}); // after all
            script.access(61, {}, at(64), {.action = load, .space = local});
        });
        script.end();
        lines({{50, 16}, {51, 32}, {52, 16}});
    }
    SECTION("from global and shared memory: if anything of the object was written") {
        script.blocks(1, [&](std::uint64_t) {
            script.store(1, {.mask = 0xffff}, row(device_base, 12)); // first words
            copy_word(10, row(device_base + 8, 12), global, row(8, 12), ptx::Space::shared, 8);
            copy_word(20, row(device_base + 2048, 12), global, row(device_base + 3072), global, 0);
            script.shared_load(30, {}, row(8, 12)); // the upper lanes were told of
            script.load(31, {}, row(device_base + 3072));
        });
        script.end();
        lines({{10, 16}, {20, 32}, {30, 16}});
    }
    SECTION("a part of a word") {
        script.blocks(1, [&](std::uint64_t) {
            script.store(1, {}, row(device_base, 4), 2);
            copy_word(10, row(device_base), global, row(device_base + 1024), global, 0);
            script.load(20, {}, row(device_base + 1024));
            script.load(21, {}, row(device_base + 1024, 4), 2);
            script.load(22, {}, row(device_base + 1026, 4), 2);
        });
        script.end();
        lines({{22, 32}});
    }
}

TEST_CASE("copies of what was never written") {
    Script script(only_initcheck);
    script.observers->on_allocate(device_base, 256, false);
    script.observers->on_allocate(device_base + 256, 256, false);
    const auto read = [&](std::uint64_t from, std::uint64_t bytes) {
        exec::HostAccess access{from, bytes, false};
        access.api = "cudaMemcpy";
        script.observers->on_host_access(access);
        return script.sink.faults.size();
    };
    CHECK(read(device_base, 256) == 1);
    CHECK(script.sink.faults[0].message ==
          "Host API memory access error at host access to 0x200000000 of size 256 bytes");
    CHECK(script.sink.faults[0].detail.starts_with(
        "Uninitialized access at 0x200000000 on access by cudaMemcpy source"));
    script.observers->on_host_access({device_base + 128, 4, true});
    CHECK(read(device_base, 256) == 1); // a part of it was
    CHECK(read(device_base, 128) == 2);

    SECTION("a copy within the device is as unwritten as its source") {
        exec::HostAccess source{device_base, 256, false}, copy{device_base + 256, 256, true};
        source.other = device_base + 256;
        copy.other = device_base;
        script.observers->on_host_access(source);
        script.observers->on_host_access(copy);
        CHECK(script.sink.faults.size() == 2);
        CHECK(read(device_base + 256 + 128, 4) == 2);
        CHECK(read(device_base + 256, 128) == 3);
    }
    SECTION("rows") {
        exec::HostAccess rows{device_base + 256, 4, true, 4, 64};
        script.observers->on_host_access(rows);
        CHECK(read(device_base + 256, 4) == 2);
        CHECK(read(device_base + 256 + 192, 4) == 2);
        CHECK(read(device_base + 256 + 196, 60) == 3);
        CHECK(read(device_base + 256 + 4, 60) == 4);
    }
}

// Random ones, at any byte, over each other, across two regions of shadow memory.
TEST_CASE("copies within the device move each byte's mark") {
    constexpr std::uint64_t bytes = 1024, begin = device_base + (2 << 20) - bytes / 2;
    Script script(only_initcheck);
    script.observers->on_allocate(begin, bytes, false);
    std::vector<bool> written(bytes);
    std::mt19937 random(1);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    for (int round = 0; round < 300; ++round) {
        const std::uint64_t size = 1 + below(round % 2 == 0 ? 8 : bytes / 2);
        const std::uint64_t from = below(bytes - size + 1), to = below(bytes - size + 1);
        exec::HostAccess access{begin + to, size, true};
        if (round % 2 != 0) access.other = begin + from;
        script.observers->on_host_access(access);
        const std::vector<bool> before = written;
        for (std::uint64_t i = 0; i < size; ++i)
            written[to + i] = access.other == 0 || before[from + i];
        std::vector<bool> seen;
        for (std::uint64_t i = 0; i < bytes; ++i) {
            script.sink.faults.clear();
            script.observers->on_host_access({begin + i, 1, false});
            seen.push_back(script.sink.faults.empty());
        }
        REQUIRE(seen == written);
    }
}

TEST_CASE("a copy of memory that was never announced counts as written") {
    Script script(only_initcheck);
    script.observers->on_allocate(device_base, 256, false);
    exec::HostAccess copy{device_base, 256, true};
    copy.other = device_base + (64 << 20);
    script.observers->on_host_access(copy);
    script.observers->on_host_access({device_base, 256, false});
    CHECK(script.sink.faults.empty());
}

} // namespace vgpu::observe::test
