// Races between kernels and copies that streams leave unordered.
#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>

namespace vgpu::observe::test {
namespace {

const Options only_racecheck{.checks = {"racecheck"}};
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
        streams.kernel(3, [&] { script.store(20, {}, row(x)); }); // the next owner of the memory
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

TEST_CASE("bytes of one word that a second stream reads one after the other") {
    Streams streams;
    Script& script = streams.script;
    streams.kernel(1, [&] { script.load(10, {}, row(x)); });
    streams.kernel(2, [&] {
        script.load(20, {.mask = 1}, at(x), 1);
        script.load(20, {.mask = 1}, at(x + 1), 1);
    });
    streams.copy(3, true, x, 1, {0, 1}); // after the first
    REQUIRE(streams.reports() == 1);
    CHECK(script.sink.faults[0].other.frames.at(0).line == 20);
}

// What was entered as pages and lines is found by word.
TEST_CASE("parts of what a copy has written") {
    constexpr std::uint64_t bytes = 1 << 20, middle = x + bytes / 2;
    Streams streams;
    Script& script = streams.script;
    streams.copy(1, true, x, bytes);
    SECTION("a row of a kernel, read often") {
        streams.kernel(2, [&] {
            for (int i = 0; i < 3; ++i) script.load(10, {}, row(middle));
        });
        REQUIRE(streams.reports() == 1);
        CHECK(script.sink.faults[0].count == 3 * 32);
    }
    SECTION("a few bytes; the rest is as it was") {
        streams.copy(2, true, middle + 66, 5);
        REQUIRE(streams.reports() == 1);
        CHECK(script.sink.faults[0].count == 2); // words
        CHECK(script.sink.faults[0].address == middle + 64);
        streams.kernel(3, [&] { script.load(10, {}, row(middle, 16), 16); }, {0, 1});
        REQUIRE(streams.reports() == 2); // with the second copy alone
        CHECK(script.sink.faults[1].count == 2);
    }
    SECTION("all of it, after a kernel in between has read a part") {
        streams.kernel(2, [&] { script.load(10, {.mask = 0xff}, row(middle)); }, {0, 1});
        streams.copy(1, true, x, bytes, {});
        REQUIRE(streams.reports() == 1);
        CHECK(script.sink.faults[0].count == 8);
        streams.copy(3, true, x, bytes, {0, 2, 1});
        CHECK(streams.reports() == 1);
    }
    SECTION("freed by a third stream") {
        streams.free(3, x, bytes);
        REQUIRE(streams.reports() == 1);
        CHECK(script.sink.faults[0].count == bytes / 4);
        streams.copy(2, true, x, bytes);
        CHECK(streams.reports() == 1);
    }
}

// Two streams of random kernels and copies: the reports do not depend on what was told in short.
TEST_CASE("what is told in short races as what is told in full") {
    for (unsigned seed = 1; seed <= 200; ++seed) {
        std::vector<std::string> said[2];
        for (const bool in_short : {false, true}) {
            Streams streams;
            Script& script = streams.script;
            script.tells_patterns = in_short;
            std::mt19937 random(seed);
            const auto below = [&](std::uint64_t limit) { return random() % limit; };
            const auto access = [&](const AddressOf& where) {
                const auto line = static_cast<std::uint32_t>(1 + below(4));
                const Who who{.mask = below(3) == 0 ? 0xfffff0 : everyone};
                const bool stores = line % 2 == 0;
                for (std::uint64_t i = below(3) + 1; i > 0; --i)
                    stores ? script.store(line, who, where) : script.load(line, who, where);
            };
            for (int step = 0; step < 12; ++step) {
                const auto queue = static_cast<std::uint32_t>(1 + below(3));
                std::vector<std::uint64_t> after(4);
                for (std::size_t i = 1; i < after.size(); ++i)
                    after[i] = below(streams.numbers[i] + 1);
                const std::uint64_t begin = x + 32 * below(16);
                if (below(3) == 0) {
                    streams.copy(queue, below(2) == 0, begin / 4 * 4, 4 + below(600), after);
                    continue;
                }
                streams.kernel(
                    queue,
                    [&] {
                        for (int i = 0; i < 3; ++i)
                            access(below(4) == 0 ? at(begin) : row(begin, below(4) == 0 ? 8 : 4));
                    },
                    after);
            }
            for (const exec::Fault& fault : script.sink.faults)
                said[in_short].push_back(fault.message + fault.detail +
                                         std::to_string(fault.count));
        }
        CHECK(said[0] == said[1]);
    }
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
