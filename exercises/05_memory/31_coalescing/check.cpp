// Checks of lesson 31. Nothing is computed but single products of floats, so every bit must
// agree. What a warp touches is counted by the model of docs/decisions/0006 and, on the virtual
// GPU, by the launch itself.
#include "coalescing.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, scale_field, to_arrays)
WORKBOOK_PROMISE(uses_gpu, scale_field, to_arrays)
WORKBOOK_PROMISE(fills_gpu, scale_field, to_arrays)
WORKBOOK_PROMISE(any_size, scale_field, to_arrays)

namespace {

struct Pattern {
    std::size_t first, step;
};

// What the warp of read_by_warp() moved; on a GPU, which does not tell, what it has to be.
std::uint64_t sectors_moved(Pattern pattern) {
    const auto [first, step] = pattern;
    const auto data = random_reals<float>(first + 31 * step + 1, -100.0, 100.0);
    const Run run = WORKBOOK_RUN(read_by_warp, device_in(data), first, step, device_out<float>(32));
    REQUIRE_THAT(run, completed());
    if (run.measures_traffic()) return run.launches()[0].counter("global_load_sectors");
    return sectors_of(32, sizeof(float), [=](std::size_t lane) { return first + lane * step; });
}

void check_prediction(Pattern pattern) {
    const std::uint64_t moved = sectors_moved(pattern);
    INFO("lane k of a warp reads data[" << pattern.first << " + k * " << pattern.step
                                        << "]; read_by_warp() moved " << moved
                                        << (moved == 1 ? " sector" : " sectors"));
    const Run run = WORKBOOK_RUN(sectors_of_warp, pattern.first, pattern.step);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned(static_cast<int>(moved)));
}

// Field f of record i is 10 i + f + 1: 123, say, is field 2 of record 12.
// Its products with the factors are exact.
std::vector<float> telling_records(std::size_t n, int fields) {
    std::vector<float> records(n * fields);
    for (std::size_t k = 0; k < records.size(); ++k)
        records[k] = static_cast<float>(10 * (k / fields) + k % fields + 1);
    return records;
}

Run check_scale(std::size_t n, int fields, int field, float factor = 0.5f) {
    INFO("n = " << n << ", fields = " << fields << ", field = " << field);
    const bool tells = fields < 10 && n <= 1000;
    const auto records =
        tells ? telling_records(n, fields) : random_reals<float>(n * fields, -100.0, 100.0);
    INFO((tells ? "field f of record i was 10 i + f + 1; the factor is " : "the factor is ")
         << factor);
    Run run = WORKBOOK_RUN(scale_field, device_inout(records), n, fields, field, factor);
    REQUIRE_THAT(run, completed());
    std::vector<float> expected = records;
    for (std::size_t i = 0; i < n; ++i) expected[i * fields + field] *= factor;
    REQUIRE_THAT(run, outputs_shaped(0, n, fields, expected).by_any_thread());
    return run;
}

// Point i is (i, i + 0.25, i + 0.5): each value says which point it is of, and which coordinate.
std::vector<float> telling_points(std::size_t n) {
    std::vector<float> points(3 * n);
    for (std::size_t k = 0; k < points.size(); ++k)
        points[k] = static_cast<float>(k / 3) + 0.25f * static_cast<float>(k % 3);
    return points;
}

std::vector<float> coordinate(const std::vector<float>& points, std::size_t which) {
    std::vector<float> values(points.size() / 3);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = points[3 * i + which];
    return values;
}

Run check_tile(std::size_t n, std::size_t block) {
    INFO("n = " << n << ", block " << block << "; point i is (i, i + 0.25, i + 0.5)");
    const auto points = telling_points(n);
    const std::size_t first = block * points_per_block;
    const std::size_t end = std::min(n, first + points_per_block);
    const std::vector<float> expected(points.begin() + 3 * first, points.begin() + 3 * end);
    Run run = WORKBOOK_RUN(tile_of_block, device_in(points), n, block,
                           device_out<float>(expected.size()));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(3, expected));
    return run;
}

Run check_arrays(std::size_t n, bool tells = true) {
    INFO("n = " << n << (tells ? "; point i is (i, i + 0.25, i + 0.5)" : ""));
    const auto points = tells ? telling_points(n) : random_reals<float>(3 * n, -100.0, 100.0);
    Run run = WORKBOOK_RUN(to_arrays, device_in(points), n, device_out<float>(n),
                           device_out<float>(n), device_out<float>(n));
    REQUIRE_THAT(run, completed());
    for (std::size_t which = 0; which < 3; ++which)
        REQUIRE_THAT(run, output_equals(2 + which, coordinate(points, which)));
    return run;
}

// Sectors for each byte that lanes ask for, as a student counts them: for 32 floats.
Bound sectors_for_128_bytes(double sectors) { return at_most(sectors * 1.001 / 128); }

} // namespace

TEST_CASE("sectors_of_warp: neighbours, from any place on") {
    for (const std::size_t first : {0, 8, 1, 4, 7, 1001}) check_prediction({first, 1});
}

TEST_CASE("sectors_of_warp: lanes that lie apart") {
    for (const std::size_t step : {2, 3, 4, 5, 7, 8, 9, 16, 33, 1000}) check_prediction({0, step});
    for (const auto& [first, step] : {Pattern{2, 3}, {5, 3}, {7, 2}, {3, 7}, {6, 8}, {12, 9}})
        check_prediction({first, step});
}

TEST_CASE("sectors_of_warp: one float for all lanes") {
    check_prediction({0, 0});
    check_prediction({15, 0});
}

TEST_CASE("sectors_of_warp: far into an array") {
    // No memory here is as large, so nothing is launched. In an int the places are -4 to 27.
    const std::size_t first = (std::size_t{1} << 35) - 4;
    const auto place = [=](std::size_t lane) { return first + lane; };
    INFO("lane k of a warp would read data[" << first << " + k], further than 32 bits can count");
    const Run run = WORKBOOK_RUN(sectors_of_warp, first, 1);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned(static_cast<int>(sectors_of(32, sizeof(float), place))));
}

TEST_CASE("scale_field: each field of records of 3 floats", "[weight:2]") {
    constexpr float factors[] = {0.5f, 3.0f, -0.25f};
    for (const int field : {0, 1, 2}) {
        check_scale(4, 3, field, factors[field]);
        for (const std::size_t n : {0, 1, 33, 256, 257, 100'003})
            check_scale(n, 3, field, factors[field]);
    }
}

TEST_CASE("scale_field: records of any size, and a plain array") {
    for (const int fields : {1, 2, 7, 8, 20}) {
        check_scale(1000, fields, 0);
        check_scale(1000, fields, fields - 1);
    }
    check_scale(1'048'583, 1, 0);
}

TEST_CASE("scale_field moves as many sectors as predicted, and no more") {
    // 32 records of 3 floats are 384 bytes: 12 sectors for the 128 bytes that are wanted. In an
    // array they are 4.
    const std::size_t n = 64'000;
    for (const int fields : {1, 3}) {
        const Run run = check_scale(n, fields, fields - 1);
        const double warps = static_cast<double>(n) / 32;
        INFO("a warp has " << 4 * fields << " sectors to touch for its 32 values");
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, traffic("global_load_bytes", at_most(n * sizeof(float)),
                                "only the values of one field are to be read, each once"));
        CHECK_THAT(run, traffic("global_store_bytes", at_most(n * sizeof(float)),
                                "only the values of one field are to be written, each once"));
        CHECK_THAT(run, traffic("global_load_sectors", per(warps, "warp's 32 values"),
                                at_most(4 * fields),
                                "lanes of a warp read values that lie further apart than they "
                                "need: neighbouring threads are to take neighbouring records"));
        CHECK_THAT(run, traffic("global_store_sectors", per(warps, "warp's 32 values"),
                                at_most(4 * fields),
                                "lanes of a warp write values that lie further apart than they "
                                "need: neighbouring threads are to take neighbouring records"));
        CHECK_THAT(run,
                   traffic("global_load_requests", per(warps, "warp's 32 values"), at_most(fields),
                           "a warp reads for few of its lanes at a time: each thread is to "
                           "take a record"));
        // A thread may take several records; fills_gpu asks for the blocks.
        CHECK_THAT(run, work_shared(points_per_block / 32, at_most(1.5),
                                    "some warps do the work of others, which have nothing to do: "
                                    "the threads are to share the records evenly"));
    }
}

TEST_CASE("bring_tile: the points of one block", "[weight:2]") {
    check_tile(256, 0);
    check_tile(1024, 0);
    check_tile(1024, 3);
    for (const std::size_t n : {1, 2, 85, 86, 171, 255}) check_tile(n, 0);
    check_tile(700, 2);
    check_tile(100'003, 390);
}

TEST_CASE("bring_tile: neighbouring threads read neighbouring floats") {
    const Run run = check_tile(1024, 2);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(3 * points_per_block * sizeof(float)),
                            "each float of the block's points is to be read once, and no other"));
    CHECK_THAT(run,
               traffic("global_load_sectors", per("global_load_bytes"), sectors_for_128_bytes(4),
                       "lanes of a warp read floats that lie apart: thread t is to begin with "
                       "float t of the tile, whatever point it belongs to"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(3 * points_per_block / 32),
                            "too few lanes of a warp read: all 256 threads are to bring floats"));
    CHECK_THAT(run, work_shared(4, at_most(1.5),
                                "one warp brings what is another one's: all 256 threads are to "
                                "bring floats, thread t those at t, t + 256 and t + 512"));
}

TEST_CASE("to_arrays: whole blocks", "[weight:2]") {
    check_arrays(256);
    check_arrays(2560);
}

TEST_CASE("to_arrays: any number of points") {
    for (const std::size_t n : {0, 1, 2, 31, 33, 255, 257, 1023, 1025, 100'003}) check_arrays(n);
    check_arrays(1'048'583, false);
}

TEST_CASE("to_arrays: one kernel, coalesced both ways", "[weight:2]") {
    const std::size_t n = 25'600;
    const Run run = check_arrays(n);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    const double bytes = 3.0 * n * sizeof(float);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(bytes),
                            "each float of the points is to be read once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(bytes),
                            "each float of x, y and z is to be written once"));
    CHECK_THAT(run,
               traffic("global_load_sectors", per("global_load_bytes"), sectors_for_128_bytes(4),
                       "reads of the points are not coalesced: lanes that read the same field "
                       "of neighbouring points touch 12 sectors for 128 bytes, where 4 are "
                       "enough"));
    CHECK_THAT(run,
               traffic("global_store_sectors", per("global_store_bytes"), sectors_for_128_bytes(4),
                       "writes of x, y and z are not coalesced: neighbouring threads are to "
                       "write neighbouring elements of one array"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(bytes / 128),
                            "the points are read by too few threads: all lanes are to take part"));
    CHECK_THAT(run, traffic("global_store_requests", at_most(bytes / 128),
                            "the arrays are written by too few threads: all lanes are to take "
                            "part"));
    CHECK_THAT(run, work_shared(points_per_block / 32, at_most(1.5),
                                "all warps are to share the work of their block: each thread "
                                "brings 3 floats and writes one point"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(64'000, 1 << 22);
    const auto points = random_reals<float>(3 * n, -100.0, 100.0);
    std::vector<float> x(n), y(n), z(n);
    gain.about(n, " points");
    WORKBOOK_GAIN_CALL(gain, to_arrays, device_in(points), n, device_out<float>(n),
                       device_out<float>(n), device_out<float>(n));
    gain.beside("A loop", [&] {
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = points[3 * i];
            y[i] = points[3 * i + 1];
            z[i] = points[3 * i + 2];
        }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t sectors = gain.count("global_load_sectors");
    const std::uint64_t naive =
        3 * sectors_of(n, sizeof(float), [](std::size_t i) { return 3 * i; });
    gain.say("Your blocks moved ", sectors, " sectors to read ", in_bytes(12 * n),
             "; threads that read their own points move ", naive, ": ", times_as(naive, sectors),
             ".");
    const std::uint64_t apart = sectors_of(n, sizeof(float), [](std::size_t i) { return 3 * i; });
    const std::uint64_t together = sectors_of(n, sizeof(float), [](std::size_t i) { return i; });
    gain.say("From now on, a kernel that reads x alone moves ", together, " sectors instead of ",
             apart, ".");
}
