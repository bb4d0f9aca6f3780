// Checks of lesson 18. Lists and arrays are small: managed memory is no place for large ones in a
// test.
#include "managed_memory.hpp"

#include "harness/harness.hpp"

#include <algorithm>

using namespace workbook;

WORKBOOK_PROMISE(reports_errors, total_twice, scale_once)

WORKBOOK_EXCEPT(kernels_compute, "the host makes the list, with pointers between the values",
                total_twice)
WORKBOOK_EXCEPT(current_device, "it tells which device is current: its own case asks", scale_once)

namespace {

std::vector<std::int64_t> expected_totals(const std::vector<std::int64_t>& values,
                                          const std::vector<std::int32_t>& order) {
    std::vector<std::int64_t> totals;
    for (const std::int32_t place : order) totals.push_back(values[place]);
    for (int round = 0; round < 2; ++round) {
        std::int64_t total = 0;
        for (auto& value : totals) value = total += value;
        if (round == 0)
            for (auto& value : totals) value += 1;
    }
    return totals;
}

// Most of the values need more than 32 bits, and the sums of 300 more than the 53 of a double; none
// overflows.
Run check_list(std::int32_t count) {
    INFO("a list of " << count << (count == 1 ? " node" : " nodes"));
    const auto values =
        random_integers<std::int64_t>(count, -100'000'000'000'000, 100'000'000'000'000);
    const auto shuffled = random_permutation(count);
    const std::vector<std::int32_t> order(shuffled.begin(), shuffled.end());
    Run run = WORKBOOK_RUN(total_twice, in(values), in(order), count, out<std::int64_t>(count));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(3, expected_totals(values, order)));
    return run;
}

Run check_scale(std::size_t n, VirtualGpu gpu = {}) {
    const float factor = 0.5f * random_integers<int>(1, 3, 99)[0]; // exact, and not 1
    INFO("scale: n = " << n << ", factor = " << factor);
    const auto integers = random_integers<int>(n, -9999, 9999);
    const std::vector<float> values(integers.begin(), integers.end());
    Run run = WORKBOOK_RUN_IN(gpu, scale_once, in(values), n, factor, out<float>(n),
                              out<std::int64_t>(8), out<std::int32_t>(1));
    REQUIRE_THAT(run, completed());
    std::vector<float> expected = values;
    for (float& value : expected) value *= factor;
    REQUIRE_THAT(run, output_equals(3, expected).from({0}));
    return run;
}

// The launches of a call, without the marks that given.cu puts beside prefetches; `before` counts
// the marks before the first.
struct Launches {
    std::size_t count = 0, marks = 0, before = 0;
};

Launches launches_of(const Run& run) {
    Launches launches;
    for (const Launch& launch : run.launches()) {
        if (launch.short_name() != "your_prefetch")
            ++launches.count;
        else {
            ++launches.marks;
            if (launches.count == 0) ++launches.before;
        }
    }
    return launches;
}

// A prefetch as given.cu notes it.
struct Noted {
    std::int64_t bytes, place; // place: the device's number, -1 for the host
};

// On the virtual GPU as it saw them, and there only those of the array that scale() was given: the
// first memory that the call allocates. A real one leaves given.cu's own list.
std::vector<Noted> prefetches_of(const Run& run) {
    std::vector<Noted> noted;
    if (run.record().on_virtual_gpu) {
        const auto& memory = run.trace().allocations;
        for (const Prefetch& prefetch : run.trace().prefetches)
            if (!memory.empty() && prefetch.address == memory.front().address)
                noted.push_back({static_cast<std::int64_t>(prefetch.bytes), prefetch.device});
        return noted;
    }
    const auto list = run.output<std::int64_t>(4);
    for (std::size_t i = 0; i + 1 < list.size() && list[i + 1] != -2; i += 2)
        noted.push_back({list[i], list[i + 1]});
    return noted;
}

// How many of the prefetches came before the first launch but those of given.cu's marks.
std::size_t before_the_kernel(const Run& run) {
    if (!run.record().on_virtual_gpu) return launches_of(run).before;
    std::size_t kernel = 0;
    for (const Launch& launch : run.launches())
        if (launch.short_name() != "your_prefetch") {
            kernel = launch.order;
            break;
        }
    return static_cast<std::size_t>(std::ranges::count_if(
        run.trace().prefetches, [&](const Prefetch& one) { return one.order < kernel; }));
}

// What is wrong with the prefetches, for a student.
class PrefetchedThereAndBack final : public RunMatcher {
  public:
    explicit PrefetchedThereAndBack(std::size_t bytes, int device = 0)
        : bytes_(bytes), device_(device) {}
    bool match(const Run& run) const override {
        const Launches launches = launches_of(run);
        if (run.record().inventory_known && launches.count != 1)
            return fails(Verdict::requirement, "scale() launched " +
                                                   std::to_string(launches.count) +
                                                   " kernels; 1 is asked for");
        const int device = run.record().on_virtual_gpu ? device_ : run.output<std::int32_t>(5)[0];
        if (device == -3) return true; // this device cannot
        const auto name = [](std::int64_t where) {
            return where == -1 ? std::string("the host") : "device " + std::to_string(where);
        };
        const auto prefetches = prefetches_of(run);
        if (prefetches.size() != 2)
            return fails(Verdict::requirement,
                         std::to_string(prefetches.size()) +
                             " prefetches of the array; 2 are asked for: to the device before the "
                             "kernel, to the host after it");
        if (prefetches[0].place != device)
            return fails(Verdict::requirement, "the first prefetch is to " +
                                                   name(prefetches[0].place) +
                                                   "; the kernel runs on " + name(device));
        if (prefetches[1].place != -1)
            return fails(Verdict::requirement, "the second prefetch is to " +
                                                   name(prefetches[1].place) +
                                                   "; it is the host that reads next");
        for (const Noted& prefetch : prefetches)
            if (prefetch.bytes != static_cast<std::int64_t>(bytes_))
                return fails(Verdict::requirement,
                             "a prefetch of " + std::to_string(prefetch.bytes) +
                                 " bytes; the array has " + std::to_string(bytes_));
        if (run.record().inventory_known && launches.marks != prefetches.size())
            return fails(Verdict::requirement, "your_prefetch() is the name of a kernel of "
                                               "given.cu: give yours another one");
        const std::size_t before = before_the_kernel(run);
        if (run.record().inventory_known && before != 1)
            return fails(Verdict::requirement,
                         std::string("both prefetches come ") + (before == 0 ? "after" : "before") +
                             " the kernel: one is to come before it, to the device, one after it");
        return true;
    }

  private:
    std::size_t bytes_;
    int device_; // that is current, on the virtual GPU
};

} // namespace

TEST_CASE("a list of one node, and of a few") {
    for (const int count : {1, 2, 5}) check_list(count);
}

TEST_CASE("lists of up to 300 nodes, and none", "[weight:2]") {
    for (const int count : {0, 31, 32, 33, 300}) check_list(count);
}

TEST_CASE("the list: one thread per launch, nothing copied, nothing left behind") {
    const Run run = check_list(20);
    CHECK_THAT(run, launched(2));
    CHECK_THAT(run, launched_with(grid(1), block(1)));
    // The first sum is the first value, which need not be written.
    for (const Bound bound :
         {at_least(2.0 * 19 * sizeof(std::int64_t)), at_most(2.0 * 20 * sizeof(std::int64_t))})
        CHECK_THAT(
            run, traffic("global_store_bytes", bound,
                         "it is the kernel that puts the sums into the nodes, 20 of them, twice"));
    CHECK_THAT(run, copied(0, host_to_device) && copied(0, device_to_host));
    CHECK_THAT(run, freed_everything());
}

TEST_CASE("scale: any number of values") {
    for (const std::size_t n : awkward_sizes()) check_scale(n);
}

TEST_CASE("scale: prefetched to the device and back", "[weight:2]") {
    for (const std::size_t n : {1, 1000, 100'003}) {
        const Run run = check_scale(n);
        INFO("scale: n = " << n);
        CHECK_THAT(run, PrefetchedThereAndBack(n * sizeof(float)));
        // The host may write there, too: beside a kernel that does nothing, its values are right.
        CHECK_THAT(run,
                   traffic("global_store_bytes", at_least(static_cast<double>(n * sizeof(float))),
                           "it is the kernel that scales the array, all of it"));
        CHECK_THAT(run, copied(0, host_to_device) && copied(0, device_to_host));
        CHECK_THAT(run, freed_everything());
    }
    INFO("scale: n = 1000, on a computer with two GPUs, where the second one is current");
    CHECK_THAT(check_scale(1000, second_of_two_gpus()), PrefetchedThereAndBack(4000, 1));
}
