// Races within a block, in shared memory.
#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {
namespace {

const Options only_racecheck{.checks = {"racecheck"}};
constexpr std::uint32_t threads = 128, warps = threads / 32;

// Plays one block and returns what was reported.
std::vector<exec::Fault> play(const std::function<void(Script&)>& body) {
    Script script(only_racecheck);
    script.launch(1, threads, 4096);
    script.blocks(1, [&](std::uint64_t) { body(script); });
    script.end();
    return script.sink.faults;
}

std::string kind_of(const exec::Fault& fault) { return fault.detail.substr(10, 3); }

} // namespace

TEST_CASE("code that the compiler has merged is near the next line") {
    const auto faults = play([](Script& script) {
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            script.shared_store(10, {0, warp}, row(128 * warp));
            script.shared_load(0, {0, warp}, row(0)); // `.loc 1 0 0`
        }
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].message ==
          "Race reported between Write access at kernel.cu:10 and Read access at kernel.cu:1");
    CHECK(faults[0].site.line_is_near != faults[0].other.line_is_near);
    const exec::Site& merged = faults[0].site.line_is_near ? faults[0].site : faults[0].other;
    CHECK(merged.access == "read");
    CHECK(merged.frames.at(0).line == 1);
}

TEST_CASE("shared reverse without a barrier") {
    const auto faults = play([](Script& script) {
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            script.shared_store(10, {0, warp}, row(128 * warp));
            const auto reversed = [&](std::uint32_t lane) { return 4 * (127 - 32 * warp - lane); };
            script.shared_load(12, {0, warp}, reversed);
        }
    });
    // Early warps read before the last ones write (WAR), late ones after the first ones wrote
    // (RAW): one report for the two places.
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].kind == exec::FaultKind::race);
    CHECK(faults[0].tool == exec::Tool::racecheck);
    CHECK(faults[0].message ==
          "Race reported between Write access at kernel.cu:10 and Read access at kernel.cu:12");
    CHECK(faults[0].detail ==
          "Potential WAR hazard detected at __shared__ 0x100 in tile between thread (64,0,0) in "
          "block (0,0,0) and thread (63,0,0) in block (0,0,0)");
    CHECK(faults[0].site.frames.at(0).line == 10);
    CHECK(faults[0].other.frames.at(0).line == 12);
    CHECK(faults[0].other.thread.x == 63);
    CHECK(faults[0].count == 128);
}

// An instruction in a loop changes its stride, also back to one that it had before; some of its
// accesses between are of no pattern.
TEST_CASE("a pattern is not taken for an earlier one of its instruction") {
    for (const bool tells_all : {true, false}) {
        const auto faults = play([&](Script& script) {
            const auto column = row(0, 128);
            for (int i = 0; i < 2; ++i) script.shared_load(10, {0, 0}, row(0));
            script.tells_patterns = tells_all;
            for (int i = 0; i < 2; ++i) script.shared_load(10, {0, 0}, column);
            script.tells_patterns = true;
            script.shared_store(11, {0, 0}, column); // each lane what it has read itself
            script.barrier(12);
            script.shared_load(10, {0, 0}, column);
            script.shared_store(13, {0, 1, 1u << 7}, column); // what lane 7 has read
            script.barrier(14);
            script.shared_load(10, {0, 0}, row(0));
            script.shared_store(15, {0, 1, 1u << 9}, row(0)); // and lane 9
        });
        INFO("a pattern for each access: " << tells_all);
        REQUIRE(faults.size() == 2);
        CHECK(faults[0].message == "Race reported between Write access at kernel.cu:13 and Read "
                                   "access at kernel.cu:10");
        CHECK(faults[1].message == "Race reported between Write access at kernel.cu:15 and Read "
                                   "access at kernel.cu:10");
    }
}

TEST_CASE("shared reverse with a barrier") {
    const auto faults = play([](Script& script) {
        for (std::uint32_t warp = 0; warp < warps; ++warp)
            script.shared_store(10, {0, warp}, row(128 * warp));
        script.barrier(11);
        for (std::uint32_t warp = 0; warp < warps; ++warp)
            script.shared_load(12, {0, warp},
                               [&](std::uint32_t lane) { return 4 * (127 - 32 * warp - lane); });
    });
    CHECK(faults.empty());
}

TEST_CASE("a tile in a loop needs two barriers") {
    const auto tiles = [](bool second_barrier) {
        return play([&](Script& script) {
            for (int step = 0; step < 3; ++step) {
                for (std::uint32_t warp = 0; warp < warps; ++warp)
                    script.shared_store(10, {0, warp}, row(128 * warp));
                script.barrier(11);
                for (std::uint32_t warp = 0; warp < warps; ++warp)
                    for (std::uint64_t k = 0; k < 128; k += 16)
                        script.shared_load(13, {0, warp}, at(4 * k));
                if (second_barrier) script.barrier(15);
            }
        });
    };
    CHECK(tiles(true).empty());
    const auto faults = tiles(false);
    REQUIRE(faults.size() == 1);
    CHECK(kind_of(faults[0]) == "WAR");
}

TEST_CASE("double buffering needs one barrier a step") {
    const auto faults = play([](Script& script) {
        for (std::uint64_t step = 0; step < 6; ++step) {
            const std::uint64_t fill = step % 2 * 512, use = 512 - fill;
            for (std::uint32_t warp = 0; warp < warps; ++warp) {
                script.shared_store(10, {0, warp}, row(fill + 128 * warp));
                if (step > 0)
                    script.shared_load(11, {0, warp}, row(use + 128 * ((warp + 1) % warps)));
            }
            script.barrier(12);
        }
    });
    CHECK(faults.empty());
}

TEST_CASE("tree reduction with and without barriers") {
    const auto reduce = [](bool barriers) {
        return play([&](Script& script) {
            for (std::uint32_t warp = 0; warp < warps; ++warp)
                script.shared_store(10, {0, warp}, row(128 * warp));
            script.barrier(11);
            for (std::uint32_t half = 64; half > 0; half /= 2) {
                for (std::uint32_t warp = 0; 32 * warp < half; ++warp) {
                    const std::uint32_t mask = half >= 32 ? everyone : (1u << half) - 1;
                    script.shared_load(13, {0, warp, mask}, row(128 * warp + 4 * half));
                    script.shared_load(14, {0, warp, mask}, row(128 * warp));
                    script.shared_store(15, {0, warp, mask}, row(128 * warp));
                }
                if (barriers) script.barrier(16);
            }
        });
    };
    CHECK(reduce(true).empty());
    const auto faults = reduce(false);
    REQUIRE(!faults.empty());
    CHECK(kind_of(faults[0]) == "RAW");
}

TEST_CASE("lanes of a warp are ordered by __syncwarp only") {
    const auto exchange = [](std::uint32_t sync_mask) {
        return play([&](Script& script) {
            script.shared_store(10, {}, row(0));
            if (sync_mask != 0) script.syncwarp(11, {.mask = sync_mask});
            script.shared_load(12, {}, [](std::uint32_t lane) { return 4 * (lane ^ 1); });
        });
    };
    CHECK(exchange(everyone).empty());
    CHECK(exchange(0).size() == 1);
    // Half of the warp: the other half still races.
    const auto faults = exchange(0xffff);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].count == 16);
    CHECK(faults[0].site.thread.x == 16);
}

TEST_CASE("two tiles of 16 lanes synchronise apart") {
    const auto faults = play([](Script& script) {
        for (const std::uint32_t mask : {0x0000ffffu, 0xffff0000u}) {
            script.shared_store(10, {.mask = mask}, row(0));
            script.syncwarp(11, {.mask = mask});
            script.syncwarp(11, {.mask = mask});
            script.shared_load(12, {.mask = mask},
                               [](std::uint32_t lane) { return 4 * (lane ^ 5); });
            script.syncwarp(13, {.mask = mask});
            script.shared_store(14, {.mask = mask},
                                [](std::uint32_t lane) { return 4 * (lane ^ 9); });
        }
    });
    CHECK(faults.empty());
}

TEST_CASE("meetings of overlapping masks add up") {
    const auto faults = play([](Script& script) {
        script.shared_store(10, {.mask = 4}, at(0)); // by lane 2
        script.syncwarp(11, {.mask = 3});
        script.syncwarp(12, {.mask = 6}); // lane 1 learns of it
        script.syncwarp(13, {.mask = 3}); // and tells lane 0
        script.shared_load(14, {.mask = 1}, at(0));
    });
    CHECK(faults.empty());
}

TEST_CASE("lanes that left do not hinder a warp's synchronisation") {
    const auto faults = play([](Script& script) {
        script.observers->on_exit({0, 0}, 0xff000000);
        script.shared_store(10, {.mask = 0xffffff}, row(0));
        script.syncwarp(11, {.mask = 0xffffff});
        script.shared_load(12, {.mask = 0xffffff},
                           [](std::uint32_t lane) { return 4 * (lane ^ 1); });
    });
    CHECK(faults.empty());
}

TEST_CASE("volatile is no substitute for __syncwarp") {
    const auto reduce = [](bool sync) {
        return play([&](Script& script) {
            const auto access = [&](std::uint32_t line, isa::MemoryAction action,
                                    std::uint64_t base) {
                script.access(line, {}, row(base),
                              {.action = action,
                               .space = ptx::Space::shared,
                               .ordering = isa::Ordering::volatile_});
            };
            for (const std::uint64_t half : {64, 32, 16}) {
                access(10, isa::MemoryAction::load, half);
                if (sync) script.syncwarp(11, {});
                access(12, isa::MemoryAction::store, 0);
                if (sync) script.syncwarp(13, {});
            }
        });
    };
    CHECK(reduce(true).empty());
    CHECK_FALSE(reduce(false).empty());
}

TEST_CASE("a row of volatile flags behind a fence is a signal, told in full or in short") {
    const auto signal = [](bool in_short, bool is_fenced) {
        return play([&](Script& script) {
            script.tells_patterns = in_short;
            for (int round = 0; round < 4; ++round) {
                const auto flags = [&](std::uint32_t line, std::uint32_t warp,
                                       isa::MemoryAction action) {
                    script.access(line, {0, warp}, row(256),
                                  {.action = action,
                                   .space = ptx::Space::shared,
                                   .ordering = isa::Ordering::volatile_});
                };
                script.shared_store(10, {0, 0}, row(0));
                if (is_fenced) script.fence(11, {0, 0}, isa::Scope::cta);
                flags(12, 0, isa::MemoryAction::store);
                flags(13, 1, isa::MemoryAction::load);
                script.shared_load(14, {0, 1}, row(0));
                script.barrier(15);
            }
        });
    };
    for (const bool in_short : {false, true}) {
        CHECK(signal(in_short, true).empty());
        CHECK(signal(in_short, false).size() == 1);
    }
}

TEST_CASE("atomics do not race with each other, but with plain accesses") {
    CHECK(play([](Script& script) {
              for (std::uint32_t warp = 0; warp < warps; ++warp)
                  script.shared_atomic(10, {0, warp},
                                       [](std::uint32_t lane) { return lane % 7 * 4; });
              script.barrier(11);
              script.shared_load(12, {}, row(0));
          }).empty());
    const auto faults = play([](Script& script) {
        for (std::uint32_t warp = 0; warp < warps; ++warp)
            script.shared_atomic(10, {0, warp}, at(0));
        script.shared_load(12, {0, 3, 1u << 31}, at(0)); // by the thread of the last atomic
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].message ==
          "Race reported between Atomic access at kernel.cu:10 and Read access at kernel.cu:12");
}

TEST_CASE("histogram whose bins are cleared without a barrier") {
    const auto faults = play([](Script& script) {
        script.shared_store(10, {0, 0}, row(0));
        for (std::uint32_t warp = 0; warp < warps; ++warp)
            script.shared_atomic(11, {0, warp}, [](std::uint32_t lane) { return lane % 7 * 4; });
    });
    REQUIRE(faults.size() == 1);
    CHECK(kind_of(faults[0]) == "WAW");
}

TEST_CASE("many threads that store one value agree, others race") {
    std::array<std::uint32_t, 1024> memory{};
    const auto flag = [&](const std::function<std::uint32_t(std::uint32_t)>& value) {
        memory.fill(0);
        return play([&](Script& script) {
            for (std::uint32_t warp = 0; warp < warps; ++warp) {
                script.access(10, {0, warp}, at(0),
                              {.action = isa::MemoryAction::store,
                               .space = ptx::Space::shared,
                               .value = value,
                               .memory = memory.data()});
                memory[0] = value(31);
            }
        });
    };
    CHECK(flag([](std::uint32_t) { return 1; }).empty());
    const auto faults = flag([](std::uint32_t lane) { return lane; });
    REQUIRE(faults.size() == 1);
    CHECK(kind_of(faults[0]) == "WAW");
    // The counter without protection: all threads write the same, but they also read.
    CHECK_FALSE(play([](Script& script) {
                    script.shared_load(10, {}, at(0));
                    script.access(11, {}, at(0),
                                  {.action = isa::MemoryAction::store,
                                   .space = ptx::Space::shared,
                                   .value = [](std::uint32_t) { return 1u; }});
                }).empty());
}

TEST_CASE("bytes of one word do not race with each other") {
    CHECK(play([](Script& script) {
              for (std::uint32_t warp = 0; warp < warps; ++warp)
                  script.shared_store(
                      10, {0, warp}, [&](std::uint32_t lane) { return 4 * lane + warp; }, 1);
              script.barrier(11);
              for (std::uint32_t warp = 0; warp < warps; ++warp)
                  script.shared_load(12, {0, warp}, row(0));
          }).empty());
    // From 4-byte cells to bytes in the middle of it: what was known stays known.
    const auto faults = play([](Script& script) {
        script.shared_store(10, {0, 0}, row(0));
        script.shared_load(12, {0, 1, 1}, at(2), 1);
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].address == 2);
    CHECK(faults[0].size == 1);
}

TEST_CASE("wide accesses") {
    CHECK(play([](Script& script) {
              script.shared_store(10, {0, 0}, row(0, 16), 16);
              script.shared_store(10, {0, 1}, row(512, 16), 16);
              script.shared_load(11, {0, 1}, row(512, 16), 16);
          }).empty());
    CHECK(play([](Script& script) {
              script.shared_store(10, {0, 0}, row(0, 8), 8);
              script.shared_load(11, {0, 1, 1}, at(4));
          }).size() == 1);
}

TEST_CASE("a named barrier orders those who take part") {
    const auto faults = play([](Script& script) {
        script.shared_store(10, {0, 0}, row(0));
        script.shared_store(10, {0, 2}, row(256));
        script.named_barrier(11, 0, {everyone, everyone});
        script.shared_load(12, {0, 1}, row(0));   // warps 0 and 1 met
        script.shared_load(13, {0, 1}, row(256)); // warp 2 did not
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].site.frames.at(0).line == 13);
}

TEST_CASE("a lock in shared memory orders critical sections, if it is fenced") {
    const auto locked = [](bool fenced) {
        return play([&](Script& script) {
            for (std::uint32_t warp = 0; warp < warps; ++warp) {
                for (std::uint32_t lane = 0; lane < 32; lane += 8) {
                    const Who who{0, warp, 1u << lane};
                    script.shared_atomic(10, who, at(64));
                    script.shared_load(11, who, at(0));
                    script.shared_store(12, who, at(0));
                    if (fenced) script.fence(13, who, isa::Scope::cta);
                    script.shared_atomic(14, who, at(64));
                }
            }
        });
    };
    CHECK(locked(true).empty());
    CHECK_FALSE(locked(false).empty());
}

TEST_CASE("blocks do not share shared memory, launches neither") {
    Script script(only_racecheck);
    for (int launch = 0; launch < 2; ++launch) {
        script.launch(3, threads, 4096);
        script.blocks(3, [&](std::uint64_t block) {
            script.shared_store(10, {block, block % 2 == 0 ? 0u : 1u}, row(0));
        });
        script.end();
    }
    CHECK(script.sink.faults.empty());
}

TEST_CASE("blocks that run at the same time are kept apart") {
    Script script(only_racecheck);
    script.launch(2, threads, 4096);
    script.observers->on_block_begin(0);
    script.observers->on_block_begin(1);
    script.shared_store(10, {0, 0}, row(0));
    script.shared_store(10, {1, 1}, row(0));
    script.barrier(11, 0);
    script.shared_load(12, {0, 1}, row(0)); // ordered in block 0
    script.shared_load(13, {1, 0}, row(0)); // not in block 1
    script.observers->on_block_end(0);
    script.observers->on_block_end(1);
    script.end();
    REQUIRE(script.sink.faults.size() == 1);
    CHECK(script.sink.faults[0].site.frames.at(0).line == 13);
    CHECK(script.sink.faults[0].site.block.x == 1);
}

TEST_CASE("who arrives at a barrier without waiting learns nothing there") {
    const auto consumer_waits = [](bool waits) {
        return play([=](Script& script) {
            script.shared_store(10, {0, 0}, row(0));
            script.arrive(11, 0, {everyone});
            if (!waits) script.arrive(12, 0, {0, everyone});
            script.opens(12, 0, {everyone, everyone}, {0, waits ? everyone : 0});
            script.shared_load(13, {0, 1}, row(0));
        });
    };
    CHECK(consumer_waits(true).empty());
    const auto faults = consumer_waits(false);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].site.frames.at(0).line == 13);
}

TEST_CASE("what comes after an arrival is not ordered by it") {
    const auto faults = play([](Script& script) {
        script.shared_store(10, {0, 0}, row(0));
        script.arrive(11, 0, {everyone});
        script.shared_store(12, {0, 0}, row(256)); // the next message, too early
        script.opens(13, 0, {everyone, everyone}, {0, everyone});
        script.shared_load(14, {0, 1}, row(0));
        script.shared_load(15, {0, 1}, row(256));
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].site.frames.at(0).line == 15);
}

TEST_CASE("both half warps that read one row of a tile are remembered") {
    const auto faults = play([](Script& script) {
        const auto tile_row = [](std::uint32_t lane) { return 64 + lane % 16 * 4; };
        for (int step = 0; step < 3; ++step) { // from the second on it is told in short
            script.barrier(10);
            script.shared_load(11, {0, 0}, tile_row);
        }
        script.shared_store(12, {0, 0}, row(0)); // lane 16 writes what lane 0 has read
    });
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].site.frames.at(0).line == 12);
    CHECK(faults[0].count == 16);
}

} // namespace vgpu::observe::test
