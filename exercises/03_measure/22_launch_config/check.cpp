// Checks of lesson 22. The reference is the device itself: which blocks it takes, and how many of
// them it says a multiprocessor holds. Each check asks on three cards; on a real GPU, three
// times on that one.
#include "launch_config.hpp"
#include "reference.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <map>

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, launch_in_shape)
WORKBOOK_PROMISE(reports_errors, threads_of, shape_of, shapes_on_two, launch_in_shape)
WORKBOOK_EXCEPT(current_device, "it answers for each of two devices, which are other ones then",
                shapes_on_two)

namespace {

constexpr const char* names[kernels] = {"plain_kernel", "bounded_kernel", "heavy_kernel",
                                        "tile_kernel",  "private_kernel", "narrow_kernel"};
constexpr const char* cards[] = {"a100", "h200", "rtx4090"};

// What an answer is held against: threads on a multiprocessor, by block.
struct Card {
    std::vector<int> blocks, threads;
    int multiprocessors = 0;
    int most = 0;       // threads, of all multiples of 32
    int best_block = 0; // one that gives them

    int of(int block) const {
        const auto at = std::find(blocks.begin(), blocks.end(), block) - blocks.begin();
        return at < static_cast<std::ptrdiff_t>(threads.size()) ? threads[at] : 0;
    }
};

// All multiples of 32, and others.
std::vector<int> blocks_to_ask_for() {
    std::vector<int> blocks;
    for (int block = 32; block <= 1024; block += 32) blocks.push_back(block);
    blocks.insert(blocks.end(), {1, 33, 100, 191, 193, 1000});
    return blocks;
}

// By kernel.
std::vector<Card> ask_for_all_kernels(const char* name) {
    const std::vector<int> blocks = blocks_to_ask_for();
    const Run run = WORKBOOK_REFERENCE_ON(name, ask_device, in(blocks), blocks.size(),
                                          out<int>(kernels * blocks.size()));
    const auto threads = run.output<int>(2);
    std::vector<Card> by_kernel;
    for (auto first = threads.begin(); first != threads.end(); first += blocks.size()) {
        Card& card = by_kernel.emplace_back(
            Card{blocks, {first, first + blocks.size()}, run.returned<int>()});
        const auto best = std::max_element(card.threads.begin(), card.threads.begin() + 32);
        card.most = *best;
        card.best_block = card.blocks[best - card.threads.begin()];
    }
    return by_kernel;
}

const Card& ask(const char* name, int which) {
    static std::map<std::string, std::vector<Card>> known;
    auto& by_kernel = known[name];
    if (by_kernel.empty()) by_kernel = ask_for_all_kernels(name);
    return by_kernel[which];
}

LaunchShape ask_shape(const char* name, int which, std::size_t n) {
    const Run run = WORKBOOK_RUN_ON(name, shape_of, which, n);
    REQUIRE_THAT(run, completed());
    return run.returned<LaunchShape>();
}

void check_block(const char* name, int which, const Card& card, const LaunchShape& shape) {
    INFO(names[which] << " on " << name << ": blocks of " << shape.block << " threads");
    if (shape.block % 32 != 0)
        FAIL("a block consists of warps of 32; the last one of this would be partly empty");
    const int threads = card.of(shape.block);
    if (threads == 0) FAIL("a launch with such blocks is refused");
    if (10 * threads < 9 * card.most)
        FAIL("a multiprocessor holds " << threads << " threads in such blocks, and " << card.most
                                       << " in blocks of " << card.best_block);
}

} // namespace

TEST_CASE("threads that a multiprocessor holds at a time", "[weight:2]") {
    for (const char* name : cards) {
        for (int which = 0; which < kernels; ++which) {
            const Card& card = ask(name, which);
            for (const int block : card.blocks) {
                INFO(
                    names[which] << " on " << name << ": blocks of " << block << " threads"
                                 << (card.of(block) == 0 ? "; a launch with them is refused" : ""));
                const Run run = WORKBOOK_RUN_ON(name, threads_of, which, block);
                REQUIRE_THAT(run, completed());
                REQUIRE_THAT(run, returned(card.of(block)));
            }
        }
    }
}

TEST_CASE("blocks that fill a multiprocessor, on every card", "[weight:2]") {
    for (const char* name : cards) {
        for (int which = 0; which < kernels; ++which) {
            const Card& card = ask(name, which);
            check_block(name, which, card, ask_shape(name, which, 1 << 24));
        }
    }
}

TEST_CASE("a grid that fills the GPU, or is as large as needed", "[weight:2]") {
    std::vector<std::size_t> sizes = awkward_sizes();
    sizes.insert(sizes.end(), {270'000, (1ull << 31) + 5, 1ull << 40});
    for (const char* name : cards) {
        for (const int which : {0, 3, 4}) {
            const Card& card = ask(name, which);
            for (const std::size_t n : sizes) {
                const LaunchShape shape = ask_shape(name, which, n);
                check_block(name, which, card, shape);
                const std::size_t block = shape.block;
                const std::size_t needed = (n + block - 1) / block;
                const std::size_t resident = card.of(shape.block) / block;
                const std::size_t at_a_time = resident * card.multiprocessors;
                const auto blocks = static_cast<std::int64_t>(std::min(needed, at_a_time));
                if (shape.grid != blocks)
                    FAIL(names[which] << " on " << name << ": n = " << n << ", blocks of " << block
                                      << ": a grid of " << shape.grid << " blocks; expected "
                                      << blocks << ". One thread per element takes " << needed
                                      << " blocks; " << card.multiprocessors
                                      << " multiprocessors with " << resident
                                      << " blocks each hold " << at_a_time << " at a time");
            }
        }
    }
}

// They have not the same number of multiprocessors.
TEST_CASE("the GPU that is current, of two") {
    std::vector<int> multiprocessors;
    for (const std::uint32_t device : {0u, 1u}) {
        const std::vector<int> blocks{32};
        const VirtualGpu gpu{.devices = 2, .current_device = device};
        multiprocessors.push_back(
            call_reference(WORKBOOK_CALL_SPEC(gpu, ask_device, in(blocks), 1, out<int>(kernels)))
                .returned<int>());
    }
    const VirtualGpu two{.devices = 2};
    const Run run =
        WORKBOOK_RUN_IN(two, shapes_on_two, 0, std::size_t{1} << 40, out<LaunchShape>(2));
    REQUIRE_THAT(run, completed());
    const auto shapes = run.output<LaunchShape>(2);
    for (const int device : {0, 1}) {
        if (device == 1 && !run.record().on_virtual_gpu) continue; // others than the virtual ones
        const auto [block, grid] = shapes[device];
        if (block <= 0 || grid % multiprocessors[device] != 0 || grid <= 0)
            FAIL("plain_kernel on device "
                 << device << " of two, which is current: a grid of " << grid
                 << " blocks is no multiple of its " << multiprocessors[device]
                 << " multiprocessors (the other one has " << multiprocessors[1 - device]
                 << "): which device was asked, and when?");
    }
}

TEST_CASE("launches in that shape") {
    for (int which = 0; which < kernels; ++which) {
        for (const std::size_t n : {0, 1, 31, 33, 1023, 1025, 100'003}) {
            INFO(names[which] << ": n = " << n);
            const auto values = random_integers<int>(n, -1000, 1000);
            const std::vector<float> input(values.begin(), values.end());
            const Run run =
                WORKBOOK_RUN(launch_in_shape, which, device_in(input), device_out<float>(n), n);
            REQUIRE_THAT(run, completed());
            std::vector<float> expected = input;
            for (float& value : expected) value += 1.0f;
            REQUIRE_THAT(run, output_equals(2, expected).from({1}));
            REQUIRE_THAT(run, launched(n == 0 ? 0 : 1));
        }
    }
}
