// Races in global memory, within and across blocks.
#include "global_accesses.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {

TEST_CASE("each thread its own element") {
    CHECK(play(8, [](Script& script, std::uint64_t block) {
              each_warp([&](std::uint32_t warp) {
                  script.load(1, {block, warp}, row(own(x, block, warp)));
                  script.load(2, {block, warp}, row(own(y, block, warp)));
                  script.store(3, {block, warp}, row(own(x, block, warp)));
              });
          }).empty());
}

TEST_CASE(
    "what a block wrote before its barrier is remembered for the others, however it is read") {
    for (const int bytes : {4, 8}) {
        const auto faults = play(2, [&](Script& script, std::uint64_t block) {
            if (block == 0) {
                script.store(1, {block, 0}, row(x));
                script.barrier(2, block);
                script.load(3, {block, 0}, row(x, static_cast<std::uint64_t>(bytes)), bytes);
            } else {
                script.load(4, {block, 0}, row(x));
            }
        });
        REQUIRE(faults.size() == 1);
        CHECK(kind_of(faults[0]) == "RAW");
        CHECK(faults[0].count == 32);
    }
}

TEST_CASE("all blocks may read what none writes") {
    CHECK(play(8, [](Script& script, std::uint64_t block) {
              each_warp([&](std::uint32_t warp) {
                  script.load(1, {block, warp}, row(x));
                  script.load(2, {block, warp}, at(x + 64));
              });
          }).empty());
}

TEST_CASE("an unprotected counter") {
    const auto faults = play(2, [](Script& script, std::uint64_t block) {
        each_warp([&](std::uint32_t warp) {
            script.load(4, {block, warp}, at(x));
            script.store(4 + 1, {block, warp}, at(x));
        });
    });
    REQUIRE(faults.size() == 2); // with the read, and with itself
    CHECK(faults[0].message ==
          "Race reported between Write access at kernel.cu:5 and Read access at kernel.cu:4");
    CHECK(kind_of(faults[1]) == "WAW");
}

TEST_CASE("a counter with atomics") {
    CHECK(play(4, [](Script& script, std::uint64_t block) {
              each_warp([&](std::uint32_t warp) { script.atomic(4, {block, warp}, at(x)); });
          }).empty());
}

TEST_CASE("a plain read of what other blocks add to") {
    const auto faults = play(3, [](Script& script, std::uint64_t block) {
        script.atomic(4, {block, 0, 1}, at(x));
        script.load(5, {block, 0, 1}, at(x));
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].message ==
          "Race reported between Atomic access at kernel.cu:4 and Read access at kernel.cu:5");
}

TEST_CASE("a neighbour's element, in place and out of place") {
    const auto shift = [](std::uint64_t from) {
        return play(4, [=](Script& script, std::uint64_t block) {
            each_warp([&](std::uint32_t warp) {
                script.load(1, {block, warp}, row(own(from, block, warp) + 4));
                script.store(2, {block, warp}, row(own(x, block, warp)));
            });
        });
    };
    CHECK(shift(y).empty());
    CHECK_FALSE(shift(x).empty());
}

TEST_CASE("a third block's read is seen between two others'") {
    const auto faults = play(4, [](Script& script, std::uint64_t block) {
        if (block < 3) script.load(1, {block, 0}, row(x));
        if (block == 3) script.store(2, {block, 0}, row(x));
    });
    REQUIRE(faults.size() == 1);
    CHECK(kind_of(faults[0]) == "WAR");
    CHECK(faults[0].count == 64); // two readers a word
}

TEST_CASE("global memory within a block is ordered by barriers") {
    const auto exchange = [](bool barrier) {
        return play(3, [&](Script& script, std::uint64_t block) {
            for (int step = 0; step < 3; ++step) {
                each_warp([&](std::uint32_t warp) {
                    script.store(1, {block, warp}, row(own(x, block, warp)));
                });
                if (barrier) script.barrier(2, block);
                each_warp([&](std::uint32_t warp) {
                    script.load(3, {block, warp}, row(own(x, block, 1 - warp)));
                });
                if (barrier) script.barrier(4, block);
            }
        });
    };
    CHECK(exchange(true).empty());
    CHECK_FALSE(exchange(false).empty());
}

TEST_CASE("a barrier orders no other block") {
    const auto faults = play(2, [](Script& script, std::uint64_t block) {
        script.store(1, {block, 0}, row(own(x, block, 0)));
        script.barrier(2, block);
        if (block == 1) script.load(3, {block, 0}, row(own(x, 0, 0)));
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].site.block.x == 1);
    CHECK(faults[0].other.block.x == 0);
}

TEST_CASE("launches are ordered") {
    Script script(only_racecheck);
    for (int launch = 0; launch < 3; ++launch) {
        script.launch(2, threads);
        script.blocks(2, [&](std::uint64_t block) {
            script.load(1, {block, 0},
                        row(x + 128 * ((block + static_cast<unsigned>(launch)) % 2)));
            script.barrier(2, block);
            script.store(3, {block, 1},
                         row(x + 128 * ((block + static_cast<unsigned>(launch)) % 2)));
        });
        script.end();
    }
    CHECK(script.sink.faults.empty());
}

TEST_CASE("bytes of one word belong to their writers") {
    CHECK(play(4, [](Script& script, std::uint64_t block) {
              each_warp([&](std::uint32_t warp) {
                  script.store(1, {block, warp}, row(x + threads * block + 32 * warp, 1), 1);
                  script.load(2, {block, warp}, row(x + threads * block + 32 * warp, 1), 1);
              });
          }).empty());
    CHECK(play(2, [](Script& script, std::uint64_t block) {
              script.store(1, {block, 0}, row(x + 2 * block, 2), 2);
          }).size() == 1);
}

TEST_CASE("rows across shadow pages, masked rows") {
    const std::uint64_t edge = device_base + (1 << 16) - 64;
    CHECK(play(2, [&](Script& script, std::uint64_t block) {
              if (block == 0) script.store(1, {block, 0}, row(edge));
              if (block == 1) script.load(2, {block, 0}, row(edge + 128));
          }).empty());
    const auto faults = play(2, [&](Script& script, std::uint64_t block) {
        if (block == 0) script.store(1, {block, 0, 0xffff}, row(edge));
        if (block == 1) script.load(2, {block, 0}, row(edge));
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].count == 16);
}

TEST_CASE("reports beyond the limit are counted, not sent") {
    Options options = only_racecheck;
    options.max_reports = 3;
    Script script(options);
    script.launch(2, 32);
    script.blocks(2, [&](std::uint64_t block) {
        for (std::uint32_t line = 1; line <= 10; ++line)
            script.store(line, {block, 0}, row(x + 4096 * line));
    });
    script.end();
    CHECK(script.sink.faults.size() == 3);
    CHECK(script.traffic().dropped_reports == 7);
}

TEST_CASE("rows of a warp, then one element of them: the right lane is named") {
    // Rows are remembered by what their cells have in common, until an access looks at one of them.
    for (const int bytes : {4, 8, 16}) {
        for (const std::uint32_t element : {0u, 5u, 15u, 16u, 31u}) {
            const auto width = static_cast<std::uint64_t>(bytes);
            const auto faults = play(2, [&](Script& script, std::uint64_t block) {
                if (block == 0) {
                    script.load(1, {0, 1}, row(x, width), bytes);
                    script.store(2, {0, 1}, row(x, width), bytes);
                } else {
                    script.load(3, {1, 0, 1u << 7}, at(x + element * width), bytes);
                    script.load(4, {1, 0}, row(y, width), bytes);
                }
            });
            REQUIRE(faults.size() == 1);
            CHECK(kind_of(faults[0]) == "RAW");
            CHECK(faults[0].site.thread.x == 7);
            CHECK(faults[0].other.thread.x == 32 + element);
        }
    }
}

TEST_CASE("rows of different widths in one place") {
    const auto faults = play(3, [](Script& script, std::uint64_t block) {
        if (block == 0) script.load(1, {0, 0}, row(x, 8), 8);
        if (block == 1) script.load(2, {1, 0}, row(x), 4);
        if (block == 2) script.store(3, {2, 0, 1u << 9}, at(x + 40));
    });
    REQUIRE(faults.size() == 2);
    CHECK(kind_of(faults[0]) == "WAR");
    CHECK(kind_of(faults[1]) == "WAR");
    CHECK(faults[0].other.thread.x + faults[1].other.thread.x == 5 + 10);
}

TEST_CASE("out of shadow memory: no report, no crash") {
    Options options = only_racecheck;
    options.race_shadow_bytes = 1 << 20;
    Script script(options);
    script.launch(2, 32);
    script.blocks(2, [&](std::uint64_t block) {
        script.store(1, {block, 0}, row(x));
        script.store(2, {block, 0}, row(x + (64ull << 20)));
        script.store(3, {block, 0}, row(x + (128ull << 20)));
        script.load(4, {block, 0}, row(x + (64ull << 20), 1), 1);
    });
    script.end();
    CHECK(script.sink.faults.size() >= 1);
}

} // namespace vgpu::observe::test
