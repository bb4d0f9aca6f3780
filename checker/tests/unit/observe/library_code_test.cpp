// What Thrust, CUB and CUDA's own headers do, and what the programming guide shows: no student may
// be accused of it. Beside each, the mistake that looks alike and must be found.
#include "script.hpp"

#include "vgpu/observe/source_place.hpp"

#include <catch2/catch_test_macros.hpp>

namespace vgpu::observe::test {
namespace {

constexpr std::uint64_t x = device_base, flag = device_base + 4096;

std::size_t races(std::uint32_t blocks, const std::function<void(Script&, std::uint64_t)>& body) {
    Script script({.checks = {"racecheck"}});
    script.launch(blocks, 64);
    script.blocks(blocks, [&](std::uint64_t block) { body(script, block); });
    script.end();
    return script.sink.faults.size();
}

void compare_and_swap(Script& script, std::uint32_t line, const Who& who) {
    script.access(
        line, who, at(x),
        {.action = isa::MemoryAction::atomic, .ordering = isa::Ordering::relaxed, .compare = true});
}

} // namespace

TEST_CASE("a plain read before a compare-and-swap is a guess") {
    CHECK(races(3, [](Script& script, std::uint64_t block) {
              for (std::uint32_t warp = 0; warp < 2; ++warp) {
                  script.load(1, {block, warp}, at(x));
                  compare_and_swap(script, 2, {block, warp});
                  compare_and_swap(script, 2, {block, warp, 0xff});
              }
          }) == 0);
    CHECK(races(2, [](Script& script, std::uint64_t block) {
              script.load(1, {block, 0}, at(x));
              script.atomic(2, {block, 0}, at(x)); // atomicAdd: what was read is stale
          }) == 1);
    CHECK(races(2, [](Script& script, std::uint64_t block) {
              compare_and_swap(script, 1, {block, 0});
              script.store(2, {block, 0, 1}, at(x)); // a lock given back without an atomic
          }) == 2); // with the compare-and-swap, and with the other store
}

TEST_CASE("a flag without a fence says that reads are done, not that writes are") {
    // thrust::unique in place: each block reads its tile, publishes how many it keeps, and writes
    // to where its predecessors have read.
    const auto unique = [](bool reads_predecessor, bool barrier) {
        return races(4, [&](Script& script, std::uint64_t block) {
            script.load(1, {block, 0}, row(x + 128 * block));
            script.load(1, {block, 1}, row(x + 2048 + 128 * block));
            if (barrier) script.barrier(2, block);
            if (block > 0 && reads_predecessor)
                script.volatile_load(3, {block, 0, 1}, at(flag + 4 * (block - 1)));
            script.volatile_store(4, {block, 0, 1}, at(flag + 4 * block));
            script.barrier(5, block);
            if (block == 0) return;
            script.store(6, {block, 0}, row(x + 128 * (block - 1)));
            script.store(7, {block, 1}, row(x + 2048 + 128 * (block - 1)));
        });
    };
    CHECK(unique(true, true) == 0);
    CHECK(unique(false, true) == 2); // without a wait
    CHECK(unique(true, false) == 1); // the other warp may still be reading
    CHECK(races(2, [](Script& script, std::uint64_t block) {
              const Who who{block, 0, 1};
              if (block == 0) {
                  script.store(1, who, at(x));
                  script.volatile_store(2, who, at(flag));
              } else {
                  script.volatile_load(3, who, at(flag));
                  script.load(4, who, at(x)); // the write may come later than the flag
              }
          }) == 1);
}

TEST_CASE("which headers are a library's") {
    CHECK(is_of_cuda_library("/usr/local/cuda/include/cooperative_groups.h"));
    CHECK(is_of_cuda_library("/cuda/include/cooperative_groups/reduce.h"));
    CHECK_FALSE(is_of_cuda_library("/home/ada/cooperative_groups_of_mine.h"));
}

TEST_CASE("what a library does with its own shared memory is its business") {
    const auto reads = [](std::uint32_t line, bool shared) {
        Script script({.checks = {"initcheck"}});
        script.observers->on_allocate(device_base, 4096, false);
        script.launch(1, 32, 256);
        script.blocks(1, [&](std::uint64_t) {
            shared ? script.shared_load(line, {}, row(0)) : script.load(line, {}, row(device_base));
        });
        script.end();
        return script.sink.faults.size();
    };
    CHECK(reads(first_library_line, true) == 0);
    CHECK(reads(first_library_line, false) == 1); // the array that it was given is the program's
    CHECK(reads(1, true) == 1);
}

} // namespace vgpu::observe::test
