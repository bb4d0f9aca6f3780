// Races between kernels and copies that streams leave unordered.
#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {
namespace {

const Options only_racecheck{.initialised = false, .traffic = false};
constexpr std::uint64_t x = device_base, y = device_base + (3 << 20);

struct Streams {
    Script script{only_racecheck};
    std::vector<std::uint64_t> numbers = std::vector<std::uint64_t>(4);

    // `after`: by queue, what the piece comes after.
    void work(std::uint32_t queue, std::vector<std::uint64_t> after = {}, bool frees = false) {
        exec::WorkInfo info;
        info.name = "work in stream " + std::to_string(queue);
        info.queue = queue;
        info.number = ++numbers[queue];
        info.after = std::move(after);
        info.frees = frees;
        script.observers->on_work(info);
    }
    // cudaMallocAsync and cudaFreeAsync: pieces of work in their queue.
    void allocate(std::uint32_t queue, std::uint64_t address, std::uint64_t bytes) {
        script.observers->on_allocate(address, bytes, false);
        exec::WorkInfo info;
        info.name = "cudaMallocAsync";
        info.queue = queue;
        info.number = ++numbers[queue];
        script.observers->on_birth(info, address, bytes);
    }
    void free(std::uint32_t queue, std::uint64_t address, std::uint64_t bytes,
              std::vector<std::uint64_t> after = {}) {
        work(queue, std::move(after), true);
        script.observers->on_free(address, bytes);
    }
    void kernel(std::uint32_t queue, const std::function<void()>& body,
                std::vector<std::uint64_t> after = {}) {
        work(queue, std::move(after));
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) { body(); });
        script.end();
    }
    void copy(std::uint32_t queue, bool writes, std::uint64_t address, std::uint64_t bytes,
              std::vector<std::uint64_t> after = {}) {
        work(queue, std::move(after));
        script.observers->on_host_access({address, bytes, writes});
    }
    std::size_t reports() const { return script.sink.faults.size(); }
};

} // namespace

TEST_CASE("two kernels in two streams") {
    Streams streams;
    Script& script = streams.script;
    streams.kernel(1, [&] { script.store(10, {}, row(x)); });
    SECTION("nothing orders them") {
        streams.kernel(2, [&] { script.load(20, {}, row(x)); });
        REQUIRE(streams.reports() == 1);
        const exec::Fault& fault = script.sink.faults[0];
        CHECK(fault.tool == exec::Tool::racecheck);
        CHECK(fault.message ==
              "Race reported between Write access at kernel.cu:10 by work in stream 1 "
              "and Read access at kernel.cu:20 by work in stream 2");
        CHECK(fault.detail.starts_with("Potential RAW hazard detected at __global__ 0x200000000"));
        CHECK(fault.count == 32);
        CHECK(fault.site.thread_known);
        CHECK_FALSE(fault.other.thread_known);
    }
    SECTION("an event does") {
        streams.kernel(2, [&] { script.load(20, {}, row(x)); }, {0, 1});
        CHECK(streams.reports() == 0);
    }
    SECTION("an event that was recorded too early does not") {
        streams.kernel(1, [&] { script.store(11, {}, row(x)); });
        streams.kernel(2, [&] { script.load(20, {}, row(x)); }, {0, 1});
        REQUIRE(streams.reports() == 1);
        CHECK(script.sink.faults[0].other.frames.at(0).line == 11);
    }
    SECTION("in one stream they are in order") {
        streams.kernel(1, [&] { script.load(20, {}, row(x)); });
        CHECK(streams.reports() == 0);
    }
    SECTION("elsewhere in memory") {
        streams.kernel(2, [&] { script.store(20, {}, row(y)); });
        streams.kernel(2, [&] { script.store(20, {}, row(x + 128)); });
        CHECK(streams.reports() == 0);
    }
    SECTION("memory that was freed in between") {
        script.observers->on_free(x, 128);
        streams.kernel(2, [&] { script.store(20, {}, row(x)); });
        CHECK(streams.reports() == 0);
    }
    SECTION("a write after the read of a third stream") {
        streams.kernel(2, [&] { script.load(20, {}, row(x)); }, {0, 1});
        streams.kernel(3, [&] { script.store(30, {}, row(x)); }, {0, 1});
        REQUIRE(streams.reports() == 1);
        CHECK(script.sink.faults[0].other.frames.at(0).line == 20);
        CHECK(script.sink.faults[0].message.starts_with(
            "Race reported between Write access at kernel.cu:30"));
    }
}

TEST_CASE("memory is freed in a stream while another uses it") {
    Streams streams;
    Script& script = streams.script;
    streams.kernel(1, [&] { script.load(10, {}, row(x)); });
    SECTION("nothing orders them") {
        streams.free(2, x, 4096);
        REQUIRE(streams.reports() == 1);
        CHECK(script.sink.faults[0].message == "Race reported between Read access at kernel.cu:10 "
                                               "by work in stream 1 and the free by work in stream "
                                               "2");
        CHECK(script.sink.faults[0].detail.starts_with("Potential use after free detected at"));
        CHECK(script.sink.faults[0].count == 32);
        streams.kernel(3, [&] { script.store(20, {}, row(x)); }); // whoever has it next
        CHECK(streams.reports() == 1);
    }
    SECTION("an event does") { streams.free(2, x, 4096, {0, 1}); }
    SECTION("it is the same stream") { streams.free(1, x, 4096); }
    SECTION("it is other memory") { streams.free(2, x + 128, 4096); }
    SECTION("the host waited, and cudaFree is no work") {
        streams.work(2);
        script.observers->on_free(x, 4096);
    }
}

TEST_CASE("memory is used in a stream before another has allocated it") {
    Streams streams;
    Script& script = streams.script;
    streams.allocate(1, x, 4096);
    SECTION("nothing orders them") {
        streams.kernel(2, [&] { script.store(10, {.mask = 7}, row(x + 256)); });
        streams.copy(3, true, x + 4092, 8);
        REQUIRE(streams.reports() == 2);
        CHECK(script.sink.faults[0].message ==
              "Race reported between the allocation by cudaMallocAsync and Write access at "
              "kernel.cu:10 by work in stream 2");
        CHECK(script.sink.faults[0].detail.starts_with(
            "Potential use before allocation detected at __global__ 0x200000100 in "));
        CHECK(script.sink.faults[0].count == 3);
        CHECK(script.sink.faults[1].message ==
              "Race reported between the allocation by cudaMallocAsync and Write access by work in "
              "stream 3");
    }
    SECTION("an event does") {
        streams.kernel(2, [&] { script.store(10, {}, row(x)); }, {0, 1});
        CHECK(streams.reports() == 0);
    }
    SECTION("it is the same stream, or other memory, or it is gone") {
        streams.kernel(1, [&] { script.store(10, {}, row(x)); });
        streams.kernel(2, [&] { script.store(10, {}, row(x + 4096)); });
        streams.free(1, x, 4096);
        streams.kernel(2, [&] { script.store(10, {}, row(x)); });
        CHECK(streams.reports() == 0);
    }
}

TEST_CASE("two streams may read, or add, the same") {
    Streams streams;
    Script& script = streams.script;
    streams.copy(0, true, x, 256);
    for (const std::uint32_t queue : {1, 2, 3})
        streams.kernel(queue, [&] { script.load(10, {}, row(x)); }, {1});
    for (const std::uint32_t queue : {1, 2})
        streams.kernel(queue, [&] { script.atomic(11, {}, at(y)); });
    CHECK(streams.reports() == 0);
    streams.kernel(3, [&] { script.load(12, {}, at(y)); });
    CHECK(streams.reports() == 1);
}

TEST_CASE("bytes of one word in two streams") {
    Streams streams;
    Script& script = streams.script;
    streams.kernel(1, [&] { script.store(10, {}, row(x, 2), 1); });
    streams.kernel(2, [&] { script.store(20, {}, row(x + 1, 2), 1); });
    CHECK(streams.reports() == 0);
    streams.copy(3, true, x + 3, 1);
    CHECK(streams.reports() == 1);
}

TEST_CASE("a kernel and a copy") {
    Streams streams;
    Script& script = streams.script;
    streams.kernel(1, [&] { script.store(10, {}, row(x)); });
    streams.copy(2, false, x + 64, 64);
    REQUIRE(streams.reports() == 1);
    CHECK(script.sink.faults[0].message == "Race reported between Write access at kernel.cu:10 by "
                                           "work in stream 1 and Read access by work in stream 2");
    CHECK(script.sink.faults[0].site.kernel.empty());
    streams.copy(2, false, x + 64, 64, {0, 1}); // after the kernel
    CHECK(streams.reports() == 1);
    streams.copy(3, true, x + 120, 4, {0, 1}); // but not after the copies
    CHECK(streams.reports() == 2);
}

TEST_CASE("two copies") {
    Streams streams;
    streams.copy(1, true, x, 100);
    streams.copy(2, true, x + 100, 100);
    CHECK(streams.reports() == 0);
    streams.copy(3, true, x + 99, 1);
    REQUIRE(streams.reports() == 1);
    CHECK(streams.script.sink.faults[0].detail.starts_with("Potential WAW hazard"));
}

TEST_CASE("rows of a copy leave the rest alone") {
    Streams streams;
    streams.copy(1, true, x + 16, 16);
    streams.work(2);
    streams.script.observers->on_host_access({x, 16, true, 4, 64});
    CHECK(streams.reports() == 0);
    streams.work(3);
    streams.script.observers->on_host_access({x, 17, true, 4, 64});
    CHECK(streams.reports() == 2);
}

TEST_CASE("who never speaks of streams has all in one order") {
    Script script(only_racecheck);
    for (int i = 0; i < 2; ++i) {
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) { script.store(10, {}, row(x)); });
        script.end();
        script.observers->on_host_access({x, 128, true});
    }
    CHECK(script.sink.faults.empty());
}

TEST_CASE("that memory for remembering is used up is said once") {
    Options options = only_racecheck;
    options.race_shadow_bytes = 1 << 20;
    std::vector<std::string> said;
    options.notice = [&](const std::string& text) { said.push_back(text); };
    Script script(options);
    for (int i = 0; i < 2; ++i) {
        script.launch(1, 32);
        script.blocks(1, [&](std::uint64_t) {
            for (std::uint64_t page = 0; page < 64; ++page)
                script.store(10, {}, row(x + (page << 16)));
        });
        script.end();
    }
    REQUIRE(said.size() == 1);
    CHECK(said[0].find("WORKBOOK_RACE_MEMORY=") != std::string::npos);
}

} // namespace vgpu::observe::test
