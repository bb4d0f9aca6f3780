// Checks of lesson 36. Data are whole numbers up to 2^21, and factors have few bits, so float is
// exact and every bit must agree: an element that was scaled by 2.5 twice is 6.25 times what it
// was.
#include "vector_loads.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <utility>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, scale_aligned, scale, brighten)
WORKBOOK_PROMISE(uses_gpu, scale_aligned, scale, brighten)
WORKBOOK_PROMISE(fills_gpu, scale_aligned, scale, brighten)
WORKBOOK_PROMISE(any_size, scale_aligned, scale, brighten)
WORKBOOK_EXCEPT(any_address, "its array begins at a multiple of 16 bytes", scale_aligned)

namespace {

constexpr float usual_factor = 2.5f, other_factor = -0.75f;
constexpr std::size_t margin = 5; // elements behind the array that are not the function's

struct Parts {
    std::size_t address, n, element_bytes, vector_bytes;
};

Split reference(const Parts& parts) {
    const std::size_t per_vector = parts.vector_bytes / parts.element_bytes;
    std::size_t head = 0;
    while (head < parts.n && (parts.address + head * parts.element_bytes) % parts.vector_bytes != 0)
        ++head;
    return {head, (parts.n - head) / per_vector, (parts.n - head) % per_vector};
}

std::string text_of(const Split& split) {
    return "{" + std::to_string(split.head) + ", " + std::to_string(split.vectors) + ", " +
           std::to_string(split.tail) + "}";
}

void check_split(const Parts& parts) {
    const Run run =
        WORKBOOK_RUN(split, parts.address, parts.n, parts.element_bytes, parts.vector_bytes);
    REQUIRE_THAT(run, completed());
    const Split expected = reference(parts), got = run.returned<Split>();
    if (got.head != expected.head || got.vectors != expected.vectors || got.tail != expected.tail)
        FAIL("split(" << parts.address << ", " << parts.n << ", " << parts.element_bytes << ", "
                      << parts.vector_bytes << ") returned {head, vectors, tail} = " << text_of(got)
                      << "; expected " << text_of(expected) << ": " << parts.address << " % "
                      << parts.vector_bytes << " is " << parts.address % parts.vector_bytes);
}

void check_split_of(std::size_t element_bytes, std::size_t vector_bytes,
                    std::initializer_list<std::size_t> sizes) {
    for (std::size_t start = 0; start < 16; start += element_bytes)
        for (const std::size_t n : sizes) check_split({64 + start, n, element_bytes, vector_bytes});
}

// Before a kernel uses split(): with a wrong head, it would only report misaligned addresses.
void check_split_for_kernel(std::size_t element_bytes, std::size_t vector_bytes) {
    check_split_of(element_bytes, vector_bytes, {37, 1});
}

std::vector<float> numbers(std::size_t n) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i + 1);
    return values;
}

std::vector<float> scaled(std::vector<float> values, std::size_t first, std::size_t n,
                          float factor) {
    for (std::size_t i = first; i < first + n; ++i) values[i] *= factor;
    return values;
}

Run check_aligned(std::size_t n, float factor = usual_factor) {
    INFO("n = " << n << "; element i was i + 1, the factor is " << factor);
    const auto values = numbers(n);
    Run run = WORKBOOK_RUN(scale_aligned, device_inout(values), n, factor);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(0, scaled(values, 0, n, factor)).by_any_thread());
    return run;
}

Run check_scale(std::size_t n, float factor = usual_factor) {
    INFO("n = " << n << ", at a multiple of 16 bytes; element i was i + 1, the factor is "
                << factor);
    const auto values = numbers(n);
    Run run = WORKBOOK_RUN(scale, device_inout(values), n, factor);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(0, scaled(values, 0, n, factor)).by_any_thread());
    return run;
}

Run check_within(std::size_t offset, std::size_t n, float factor = usual_factor) {
    INFO("scale(memory + " << offset << ", " << n << ", " << factor
                           << "); element i of memory was i + 1; elements before " << offset
                           << " and from " << offset + n << " on are to stay as they were");
    const auto memory = numbers(offset + n + margin);
    Run run = WORKBOOK_RUN(scale_within, device_inout(memory), offset, n, factor);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(0, scaled(memory, offset, n, factor)).by_any_thread());
    return run;
}

std::vector<unsigned char> brightened(std::vector<unsigned char> pixels, std::size_t first,
                                      std::size_t n, int amount) {
    for (std::size_t i = first; i < first + n; ++i)
        pixels[i] = static_cast<unsigned char>(std::min(pixels[i] + amount, 255));
    return pixels;
}

Run check_pixels(std::size_t offset, std::size_t n, int amount) {
    const bool tells = n <= 1024;
    INFO("brighten(memory + " << offset << ", " << n << ", " << amount << ")"
                              << (tells ? "; pixel i of memory was i % 256" : ""));
    auto memory = random_integers<unsigned char>(offset + n + margin, 0, 255);
    for (std::size_t i = 0; tells && i < memory.size(); ++i)
        memory[i] = static_cast<unsigned char>(i % 256);
    Run run = WORKBOOK_RUN(brighten_within, device_inout(memory), offset, n, amount);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(0, brightened(memory, offset, n, amount)).by_any_thread());
    return run;
}

// All of an array, by the function itself: it is this one that keeps promises.
void check_all_pixels(std::size_t n, int amount) {
    INFO("brighten(pixels, " << n << ", " << amount << ")");
    const auto pixels = random_integers<unsigned char>(n, 0, 255);
    const Run run = WORKBOOK_RUN(brighten, device_inout(pixels), n, amount);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(0, brightened(pixels, 0, n, amount)).by_any_thread());
}

// `beside`: requests of warps that are not full, for the head, for the tail.
void check_requests(const Run& run, std::size_t n, std::size_t beside) {
    // A warp moves 128 elements by one instruction, floats as well as pixels.
    const double requests = static_cast<double>(n) / 128 + static_cast<double>(beside);
    CHECK_THAT(run, traffic("global_load_requests", at_most(requests),
                            "a lane loads less than four elements at a time: is it one load of a "
                            "float4 or uchar4?"));
    CHECK_THAT(run, traffic("global_store_requests", at_most(requests),
                            "a lane stores less than four elements at a time: is it one store of a "
                            "float4 or uchar4?"));
}

// Sizes of which two warps, or eight, have vectors.
constexpr std::size_t short_sizes[] = {203, 1003};

// A warp of whole vectors loads 32 of them by one instruction; head and tail take one each. The
// last warp may be partly empty.
void check_traffic(const Run& run, std::size_t n, std::size_t element_bytes, bool is_whole) {
    const auto bytes = static_cast<double>(n * element_bytes);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(bytes),
                            "each element is to be read once, by a vector, the head or the tail"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(bytes),
                            "each element is to be written once, by a vector, the head or the "
                            "tail"));
    check_requests(run, n, is_whole ? 0 : 3);
    // Vectors of 16 bytes that begin in the middle of a sector cost a warp's quarter 5 sectors for
    // 128 bytes in place of 4.
    const double sectors = is_whole ? 4 : 5.1;
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(sectors / 128),
                            "lanes touch more sectors than their bytes fill: neighbouring threads "
                            "are to take neighbouring vectors, each by one instruction"));
    CHECK_THAT(run,
               traffic("global_store_sectors", per("global_store_bytes"), at_most(sectors / 128),
                       "lanes touch more sectors than their bytes fill: neighbouring threads are "
                       "to take neighbouring vectors, each by one instruction"));
    // The first warp may have the head and the tail, too.
    CHECK_THAT(run, work_shared(8, at_most(3),
                                "one warp does the work of others, which have nothing to do: each "
                                "thread is to take a vector"));
}

} // namespace

TEST_CASE("split: floats in vectors of 16 bytes") {
    for (const std::size_t start : {0, 4, 8, 12})
        for (const std::size_t n : {17, 0, 1, 2, 3, 4, 5, 7, 8, 1000, 1001, 1002, 1003})
            check_split({64 + start, n, 4, 16});
}

TEST_CASE("split: other elements, other vectors") {
    for (const auto& [element_bytes, vector_bytes] :
         {std::pair{1, 4}, {1, 16}, {2, 4}, {2, 16}, {4, 8}, {8, 16}, {4, 4}, {1, 2}, {2, 2}})
        check_split_of(element_bytes, vector_bytes, {37, 16, 3, 1, 0});
    // Beyond 32 bits.
    check_split({0x7f0000000104, 5'000'000'002, 4, 16});
}

TEST_CASE("scale_aligned: whole vectors") {
    for (const std::size_t n : {0, 4, 8, 128, 1024, 1028, 100'004, 1'048'584}) check_aligned(n);
    check_aligned(1024, other_factor);
}

TEST_CASE("scale_aligned: 16 bytes by one instruction", "[weight:2]") {
    check_requests(check_aligned(200), 200, 1);
    check_traffic(check_aligned(102'400), 102'400, sizeof(float), true);
    CHECK_THAT(
        learner_ptx(),
        has(R"(\bld(\.\w+)*\.(v4\.[fbus]32|v2\.[fbus]64|b128))",
            "no kernel has a load of 16 bytes (ld.global.v4.f32): read all of a float4 by one "
            "assignment"));
}

TEST_CASE("scale: any number of elements", "[weight:2]") {
    check_split_for_kernel(4, 16);
    for (const std::size_t n : {1, 2, 3, 4, 5, 6, 7, 8, 9}) check_scale(n);
    for (const std::size_t n : awkward_sizes()) check_scale(n);
    check_scale(1003, other_factor);
}

TEST_CASE("scale: an array that begins anywhere", "[weight:2]") {
    check_split_for_kernel(4, 16);
    for (std::size_t offset = 0; offset < 8; ++offset)
        for (const std::size_t n : {0, 1, 2, 3, 4, 5, 6, 7, 8, 100, 1021, 1022, 1023})
            check_within(offset, n);
}

TEST_CASE("scale: vectors for all but a few elements", "[weight:2]") {
    check_split_for_kernel(4, 16);
    for (const std::size_t offset : {0, 1, 2, 3}) {
        check_traffic(check_within(offset, 102'403), 102'403, sizeof(float), false);
        for (const std::size_t n : short_sizes) check_requests(check_within(offset, n), n, 4);
    }
}

TEST_CASE("brighten: any pixels, from any address on") {
    check_split_for_kernel(1, 4);
    for (std::size_t offset = 0; offset < 6; ++offset)
        for (const std::size_t n : {0, 1, 2, 3, 4, 5, 8, 1021, 1022, 1023, 1024})
            check_pixels(offset, n, 40);
    for (const int amount : {0, 1, 128, 255}) check_pixels(3, 10'007, amount);
    check_pixels(1, 1'048'583, 7);
    for (const std::size_t n : awkward_sizes()) check_all_pixels(n, 40);
}

TEST_CASE("brighten: four pixels by one instruction", "[weight:2]") {
    check_split_for_kernel(1, 4);
    for (const std::size_t offset : {0, 1, 3}) {
        check_traffic(check_pixels(offset, 102'403, 50), 102'403, 1, false);
        for (const std::size_t n : short_sizes) check_requests(check_pixels(offset, n, 50), n, 4);
    }
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(102'403, (1 << 22) + 3);
    auto values = numbers(n);
    gain.about(n, " floats");
    WORKBOOK_GAIN_CALL(gain, scale, device_inout(values), n, usual_factor);
    gain.beside("A loop", [&] {
        for (float& value : values) value *= usual_factor;
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_requests");
    const std::uint64_t naive = (n + 31) / 32;
    gain.say("Your warps made ", own, " loads, of ", in_bytes(gain.count("global_load_bytes")),
             " in all; with a float per load they make ", naive, ": ", times_as(naive, own), ".");
}
