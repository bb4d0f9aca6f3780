// Checks of lesson 01. On the virtual GPU the learner's program meets four cards in turn, whose
// figures are those that NVIDIA publishes; on a real one, what the runtime answers is compared
// with.
#include "device_query.hpp"
#include "reference.hpp"

#include "harness/harness.hpp"

#include <set>

using namespace workbook;

namespace {

struct Card {
    const char* profile;
    int major, minor, multiprocessors, cores_per_multiprocessor;
    std::size_t memory_bytes = 0; // of the one that is there
};

// CUDA C++ Programming Guide, compute capabilities; NVIDIA's data sheets.
const Card cards[] = {{"t4", 7, 5, 40, 64},
                      {"a100", 8, 0, 108, 64},
                      {"h200", 9, 0, 132, 128},
                      {"rtx4090", 8, 9, 128, 128}};

int cores_of(int major, int minor) {
    const Run run = WORKBOOK_RUN(cores_per_multiprocessor, major, minor);
    REQUIRE_THAT(run, completed());
    return run.returned<int>();
}

void check_cores(int major, int minor, int expected) {
    const int cores = cores_of(major, minor);
    CHECK(true);
    if (cores == expected) return;
    FAIL_CHECK("compute capability "
               << major << "." << minor << ": cores_per_multiprocessor() returned " << cores
               << "; expected " << expected
               << (expected == 0 ? " (it is not in the table, so nothing is known of it)" : ""));
}

DeviceInfo info_on(const char* profile, int device) {
    const Run run = WORKBOOK_RUN_ON(profile, device_info, device);
    REQUIRE_THAT(run, completed());
    return run.returned<DeviceInfo>();
}

// What is right: of the virtual GPU's cards what is known of them, else what the runtime answers.
Card card_that_is_there(const Card& card) {
    const Run run = WORKBOOK_REFERENCE_ON(card.profile, device_facts, 0);
    const auto facts = run.returned<DeviceFacts>();
    const bool is_this_card = facts.major == card.major && facts.minor == card.minor &&
                              facts.multiprocessors == card.multiprocessors;
    if (run.record().on_virtual_gpu && !is_this_card)
        throw std::logic_error(std::string("the virtual GPU is no ") + card.profile);
    return {card.profile,
            facts.major,
            facts.minor,
            facts.multiprocessors,
            is_this_card ? card.cores_per_multiprocessor : 0,
            facts.memory_bytes};
}

// The first number without a device.
int number_of_devices() { return WORKBOOK_REFERENCE_ON("h200", device_count).returned<int>(); }

void check_field(const char* field, long long actual, long long expected) {
    CHECK(true);
    if (actual != expected) FAIL_CHECK(field << " is " << actual << "; expected " << expected);
}

} // namespace

TEST_CASE("cores of the generations up to Pascal") {
    for (const int minor : {0, 2, 5, 7}) check_cores(3, minor, 192);
    for (const int minor : {0, 2, 3}) check_cores(5, minor, 128);
    check_cores(6, 0, 64);
    check_cores(6, 1, 128);
    check_cores(6, 2, 128);
}

TEST_CASE("cores of the generations from Volta on", "[weight:2]") {
    for (const int minor : {0, 2, 5}) check_cores(7, minor, 64);
    check_cores(8, 0, 64);
    for (const int minor : {6, 7, 9}) check_cores(8, minor, 128);
    check_cores(9, 0, 128);
    for (const int minor : {0, 3}) check_cores(10, minor, 128);
    check_cores(11, 0, 128);
    for (const int minor : {0, 1}) check_cores(12, minor, 128);
}

TEST_CASE("cores of an unknown generation") {
    for (const auto& [major, minor] : {std::pair{0, 0}, {2, 0}, {4, 0}, {7, 9}, {13, 0}, {-1, 0}})
        check_cores(major, minor, 0);
    // All others that have two digits: nothing follows from a neighbour.
    const std::set<int> known = {30, 32, 35, 37, 50, 52, 53,  60,  61,  62,  70, 72,
                                 75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121};
    for (int number = 0; number < 160; ++number)
        if (!known.contains(number)) check_cores(number / 10, number % 10, 0);
}

TEST_CASE("the device's numbers", "[weight:2]") {
    for (const Card& card : cards) {
        const Card right = card_that_is_there(card);
        const DeviceInfo info = info_on(card.profile, 0);
        INFO("on a GPU with compute capability " << right.major << "." << right.minor << " and "
                                                 << right.multiprocessors << " multiprocessors");
        check_field("major", info.major, right.major);
        check_field("minor", info.minor, right.minor);
        check_field("multiprocessors", info.multiprocessors, right.multiprocessors);
        if (right.cores_per_multiprocessor > 0) // else a real GPU that is not in our list
            check_field("cores_per_multiprocessor", info.cores_per_multiprocessor,
                        right.cores_per_multiprocessor);
        check_field("cores", info.cores,
                    static_cast<long long>(right.multiprocessors) * info.cores_per_multiprocessor);
        check_field("least_blocks", info.least_blocks, 2LL * right.multiprocessors);
        check_field("most_blocks", info.most_blocks, 4LL * right.multiprocessors);
        // No card that CUDA 13 runs on has less than 1 GB or more than 1 TB: bytes, not megabytes.
        if (info.memory_bytes < 1'000'000'000 || info.memory_bytes > 1'000'000'000'000)
            FAIL_CHECK("memory_bytes is " << info.memory_bytes << ": is that bytes, and all of the "
                                          << "device's memory?");
        else
            check_field("memory_bytes", static_cast<long long>(info.memory_bytes),
                        static_cast<long long>(right.memory_bytes));
    }
    // The last of several is there, too.
    if (const int last = number_of_devices() - 1; last > 0) {
        INFO("device " << last);
        const Run run = WORKBOOK_REFERENCE_ON("h200", device_facts, last);
        check_field("multiprocessors", info_on("h200", last).multiprocessors,
                    run.returned<DeviceFacts>().multiprocessors);
    }
}

TEST_CASE("a device that is not there") {
    for (const int device : {99, -1, number_of_devices()}) {
        INFO("device " << device);
        const DeviceInfo info = info_on("h200", device);
        check_field("major", info.major, 0);
        check_field("multiprocessors", info.multiprocessors, 0);
        check_field("cores", info.cores, 0);
        check_field("most_blocks", info.most_blocks, 0);
        check_field("memory_bytes", static_cast<long long>(info.memory_bytes), 0);
    }
}
