// Global memory across blocks: what fences, flags, locks and scopes order, and what they do not.
#include "global_accesses.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {

TEST_CASE("the last block reads what the others left") {
    enum class Fence { by_the_writer, before_the_barrier, by_thread_0, none };
    const auto last_block = [](Fence fence) {
        return play(5, [&](Script& script, std::uint64_t block) {
            each_warp([&](std::uint32_t warp) {
                script.store(10, {block, warp}, row(own(x, block, warp)));
                if (fence == Fence::before_the_barrier) script.fence(11, {block, warp});
            });
            if (fence != Fence::by_the_writer) script.barrier(12, block);
            if (fence == Fence::by_the_writer) {
                each_warp([&](std::uint32_t warp) { script.fence(13, {block, warp}); });
                script.barrier(14, block);
            }
            if (fence == Fence::by_thread_0) script.fence(15, {block, 0, 1});
            script.atomic(16, {block, 0, 1}, at(flag));
            script.shared_store(17, {block, 0, 1}, at(0));
            script.barrier(18, block);
            script.shared_load(19, {block, 1}, at(0));
            if (block == 4 && fence != Fence::none)
                script.store(21, {block, 0, 1}, at(flag)); // for the next launch
            if (block == 4)
                each_warp([&](std::uint32_t warp) {
                    for (std::uint64_t other = 0; other < 5; ++other)
                        script.load(20, {block, warp}, row(own(x, other, 1 - warp)));
                });
        });
    };
    CHECK(last_block(Fence::by_the_writer).empty());
    CHECK(last_block(Fence::before_the_barrier).empty());
    CHECK(last_block(Fence::by_thread_0).empty());
    const auto faults = last_block(Fence::none);
    REQUIRE(faults.size() == 1);
    CHECK(kind_of(faults[0]) == "RAW");
}

TEST_CASE("a counter that is reset without having seen the others' atomics") {
    const auto faults = play(3, [](Script& script, std::uint64_t block) {
        if (block < 2) {
            script.fence(1, {block, 0});
            script.atomic(2, {block, 0, 1}, at(flag));
        } else {
            script.store(3, {block, 0, 1}, at(flag));
        }
    });
    REQUIRE(faults.size() == 1);
    CHECK(kind_of(faults[0]) == "WAW");
}

TEST_CASE("a fence of the block reaches no other block") {
    CHECK_FALSE(play(2, [](Script& script, std::uint64_t block) {
                    if (block == 0) {
                        script.store(1, {block, 0}, row(x));
                        script.fence(2, {block, 0}, isa::Scope::cta);
                        script.atomic(3, {block, 0, 1}, at(flag));
                    } else {
                        script.atomic(4, {block, 0, 1}, at(flag));
                        script.load(5, {block, 0}, row(x));
                    }
                }).empty());
}

TEST_CASE("a fence of the device passes on what was fenced for the block and read of") {
    const auto relayed = [](isa::Scope scope, bool reads_of_it) {
        return play(2, [&](Script& script, std::uint64_t block) {
            if (block == 0) {
                script.store(1, {block, 0}, row(x));
                script.fence(2, {block, 0}, isa::Scope::cta);
                script.atomic(3, {block, 0, 1}, at(flag));
                if (reads_of_it) script.atomic(4, {block, 1, 1}, at(flag));
                script.fence(5, {block, 1}, scope);
                script.atomic(6, {block, 1, 1}, at(flag + 128));
            } else {
                script.atomic(7, {block, 0, 1}, at(flag + 128));
                script.load(8, {block, 0}, row(x));
            }
        });
    };
    CHECK(relayed(isa::Scope::gpu, true).empty());
    CHECK_FALSE(relayed(isa::Scope::cta, true).empty());
    CHECK_FALSE(relayed(isa::Scope::gpu, false).empty());
}

TEST_CASE("a message passed by a flag") {
    struct How {
        bool fence = true, read_flag = true, volatile_flag = true;
    };
    const auto message = [](How how) {
        return play(2, [&](Script& script, std::uint64_t block) {
            const Who who{block, 0, 1};
            if (block == 0) {
                script.store(1, who, at(x));
                if (how.fence) script.fence(2, who);
                how.volatile_flag ? script.volatile_store(3, who, at(flag))
                                  : script.store(3, who, at(flag));
            } else {
                if (how.read_flag)
                    how.volatile_flag ? script.volatile_load(4, who, at(flag))
                                      : script.load(4, who, at(flag));
                script.load(5, who, at(x));
            }
        });
    };
    CHECK(message({}).empty());
    CHECK(message({.fence = false}).size() == 1);
    CHECK(message({.read_flag = false}).size() == 1);
    CHECK(message({.volatile_flag = false}).size() == 2); // the flag itself, and the data
}

TEST_CASE("release and acquire carry their own fence") {
    CHECK(play(2, [](Script& script, std::uint64_t block) {
              const Who who{block, 0, 1};
              if (block == 0) {
                  script.store(1, who, at(x));
                  script.access(
                      2, who, at(flag),
                      {.action = isa::MemoryAction::store, .ordering = isa::Ordering::release});
              } else {
                  script.access(3, who, at(flag), {.ordering = isa::Ordering::acquire});
                  script.load(4, who, at(x));
              }
          }).empty());
}

TEST_CASE("a chain of flags passes on what came before") {
    // Decoupled look-back: each block reads its predecessor's flag and value, then publishes its
    // own.
    const auto chain = [](std::uint64_t reach) {
        return play(6, [&](Script& script, std::uint64_t block) {
            const Who who{block, 0, 1};
            if (block > 0) script.volatile_load(1, who, at(flag + 4 * (block - 1)));
            if (block >= reach) script.load(2, who, at(x + 4 * (block - reach)));
            script.store(3, who, at(x + 4 * block));
            script.fence(4, who);
            script.volatile_store(5, who, at(flag + 4 * block));
        });
    };
    CHECK(chain(1).empty());
    CHECK(chain(4).empty());
}

TEST_CASE("a lock across blocks") {
    const auto locked = [](bool fenced) {
        return play(4, [&](Script& script, std::uint64_t block) {
            const Who who{block, 1, 1};
            script.atomic(1, who, at(flag));
            script.load(2, who, at(x));
            script.store(3, who, at(x));
            if (fenced) script.fence(4, who);
            script.atomic(5, who, at(flag));
        });
    };
    CHECK(locked(true).empty());
    CHECK_FALSE(locked(false).empty());
}

TEST_CASE("a grid barrier among blocks that run together") {
    const auto grid_barrier = [](bool fenced) {
        Script script(only_racecheck);
        script.launch(2, threads);
        script.observers->on_block_begin(0);
        script.observers->on_block_begin(1);
        for (int step = 0; step < 3; ++step) {
            for (const std::uint64_t block : {0, 1}) {
                each_warp([&](std::uint32_t warp) {
                    script.store(1, {block, warp}, row(own(x, block, warp)));
                });
                script.barrier(2, block);
                if (fenced) script.fence(3, {block, 0, 1});
                script.atomic(4, {block, 0, 1}, at(flag));
            }
            for (const std::uint64_t block : {0, 1}) {
                script.volatile_load(5, {block, 0, 1}, at(flag));
                script.barrier(6, block);
            }
            for (const std::uint64_t block : {0, 1})
                each_warp([&](std::uint32_t warp) {
                    script.load(7, {block, warp}, row(own(x, 1 - block, warp)));
                });
            for (const std::uint64_t block : {0, 1}) {
                script.barrier(8, block);
                if (fenced) script.fence(9, {block, 0, 1});
                script.atomic(10, {block, 0, 1}, at(flag));
            }
            for (const std::uint64_t block : {0, 1}) {
                script.volatile_load(11, {block, 0, 1}, at(flag));
                script.barrier(12, block);
            }
        }
        script.observers->on_block_end(0);
        script.observers->on_block_end(1);
        script.end();
        return script.sink.faults;
    };
    CHECK(grid_barrier(true).empty());
    CHECK_FALSE(grid_barrier(false).empty());
}

// PTX ISA, "Scope": an atomic of the block's scope is one for the threads of that block alone.
TEST_CASE("atomics of the block's scope between blocks") {
    const auto add = [](Script& script, std::uint32_t line, const Who& who, isa::Scope scope) {
        script.access(line, who, at(x),
                      {.action = isa::MemoryAction::atomic,
                       .ordering = isa::Ordering::relaxed,
                       .scope = scope});
    };
    const auto both = [&](isa::Scope first, isa::Scope second) {
        return play(4, [&](Script& script, std::uint64_t block) {
            each_warp([&](std::uint32_t warp) {
                add(script, 10, {block, warp}, block < 2 ? first : second);
            });
        });
    };
    CHECK(both(isa::Scope::gpu, isa::Scope::system).empty());
    CHECK(both(isa::Scope::cta, isa::Scope::cta).size() == 1);
    CHECK(both(isa::Scope::gpu, isa::Scope::cta).size() == 1);
    CHECK(both(isa::Scope::cta, isa::Scope::gpu).size() == 1);
    CHECK(play(1, [&](Script& script, std::uint64_t block) {
              each_warp([&](std::uint32_t warp) {
                  add(script, 10, {block, warp}, isa::Scope::cta);
                  add(script, 11, {block, warp}, isa::Scope::gpu);
              });
          }).empty());
}

TEST_CASE("an acquire of the block's scope learns nothing from another block") {
    const auto faults = play(2, [](Script& script, std::uint64_t block) {
        const auto flag_access = [&](std::uint32_t line, isa::MemoryAction action) {
            script.access(
                line, {block, 0, 1}, at(flag),
                {.action = action,
                 .ordering = action == isa::MemoryAction::load ? isa::Ordering::acquire
                                                               : isa::Ordering::release,
                 .scope = action == isa::MemoryAction::load ? isa::Scope::cta : isa::Scope::gpu});
        };
        if (block == 0) {
            script.store(10, {block, 0, 1}, at(x));
            flag_access(11, isa::MemoryAction::store);
        } else {
            flag_access(12, isa::MemoryAction::load);
            script.load(13, {block, 0, 1}, at(x));
        }
    });
    REQUIRE(faults.size() == 2); // the flag itself, and what it was to protect
    CHECK(faults[0].site.frames.at(0).line == 12);
    CHECK(faults[1].site.frames.at(0).line == 13);
}

} // namespace vgpu::observe::test
