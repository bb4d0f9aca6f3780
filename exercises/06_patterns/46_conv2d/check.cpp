// Checks of lesson 46. The reference is four nested loops in double. Nearly all data are whole
// numbers so small that float adds their products without rounding, in any order: there, every bit
// must agree. Where the filter has a single 1, the output has single pixels of the image, and these
// say where they come from (`marked`).
#include "conv2d.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, look, correlate_naive, load_tile, correlate, convolve)
WORKBOOK_PROMISE(reports_errors, look, correlate_naive, load_tile, correlate, convolve)
WORKBOOK_PROMISE(uses_gpu, look, correlate_naive, correlate, convolve)
WORKBOOK_PROMISE(fills_gpu, correlate_naive, correlate, convolve)

namespace {

struct Plane { // an image, or a filter
    int height = 0, width = 0;
    std::vector<float> at;
    std::size_t size() const { return static_cast<std::size_t>(height) * width; }
    bool has(int y, int x) const { return y >= 0 && y < height && x >= 0 && x < width; }
    double padded(int y, int x) const { return has(y, x) ? at[place(y, x)] : 0.0; }
    std::size_t place(int y, int x) const { return static_cast<std::size_t>(y) * width + x; }
};

// Pixel (y, x) is 1001 + 1000 y + x: an output that is one of these says which.
Plane marked(int height, int width) {
    Plane image{height, width, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) image.at.push_back(static_cast<float>(1001 + 1000 * y + x));
    return image;
}

// 225 products of such numbers stay far below 2^24. No zeros: a zero left out would change no sum.
Plane whole_numbers(int height, int width) {
    Plane image{height, width, {}};
    const auto numbers = random_integers<int>(image.size(), -8, 7);
    image.at.assign(numbers.begin(), numbers.end());
    for (float& x : image.at) x += x >= 0;
    return image;
}

Plane single_one(int height, int width, int j, int i) {
    Plane filter{height, width, std::vector<float>(static_cast<std::size_t>(height) * width)};
    filter.at[filter.place(j, i)] = 1;
    return filter;
}

std::string pixel_name(double value) {
    const double number = value - 1001;
    if (!(number >= 0 && number < 1e6) || number != std::floor(number)) {
        std::ostringstream text;
        text << value;
        return text.str();
    }
    const int whole = static_cast<int>(number);
    return "pixel (" + std::to_string(whole / 1000) + ", " + std::to_string(whole % 1000) + ")";
}

struct Meaning { // of a filter; the usual mistakes are other ones
    bool convolution = false;
    int more_y = 0, more_x = 0; // of the anchor
    bool transposed = false;
    enum class Padding { zero, nearest, around } padding = Padding::zero;
};

std::vector<double> filtered(const Plane& image, const Plane& filter, Meaning how) {
    const int ay = anchor_of(filter.height) + how.more_y, ax = anchor_of(filter.width) + how.more_x;
    const auto wrapped = [](int k, int n) { return ((k % n) + n) % n; };
    std::vector<double> out;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            double sum = 0;
            for (int j = 0; j < filter.height; ++j)
                for (int i = 0; i < filter.width; ++i) {
                    int row = how.convolution ? y + ay - j : y + j - ay;
                    int column = how.convolution ? x + ax - i : x + i - ax;
                    if (how.padding == Meaning::Padding::nearest) {
                        row = std::clamp(row, 0, image.height - 1);
                        column = std::clamp(column, 0, image.width - 1);
                    } else if (how.padding == Meaning::Padding::around) {
                        row = wrapped(row, image.height), column = wrapped(column, image.width);
                    }
                    sum += (how.transposed ? filter.at[filter.place(i, j)]
                                           : filter.at[filter.place(j, i)]) *
                           image.padded(row, column);
                }
            out.push_back(sum);
        }
    return out;
}

// What a wrong output is, if it is something that a usual mistake leads to.
std::string looks_like(const std::vector<float>& out, const Plane& image, const Plane& filter,
                       bool convolution) {
    const auto is = [&](Meaning how) {
        const auto other = filtered(image, filter, how);
        return std::equal(out.begin(), out.end(), other.begin(), other.end());
    };
    using enum Meaning::Padding;
    if (std::all_of(out.begin(), out.end(), [](float x) { return x == 0; }))
        return "All of it is 0";
    if (is({.convolution = !convolution}))
        return convolution ? "This is the correlation: the filter is not turned"
                           : "This is the convolution: the filter is turned by half a turn";
    if (filter.height == filter.width && is({.convolution = convolution, .transposed = true}))
        return "Rows and columns of the filter are exchanged";
    if (is({.convolution = convolution, .padding = nearest}))
        return "Beyond the edges it goes on with the outermost pixels; they count as 0";
    if (is({.convolution = convolution, .padding = around}))
        return "Beyond an edge it goes on with the opposite one; pixels there count as 0";
    for (const int more_y : {0, 1, -1})
        for (const int more_x : {0, 1, -1})
            if ((more_y != 0 || more_x != 0) &&
                is({.convolution = convolution, .more_y = more_y, .more_x = more_x}))
                return "This is the right result for an anchor that is " +
                       std::string(more_y == 0  ? ""
                                   : more_y > 0 ? "a row further down"
                                                : "a row further up") +
                       (more_y != 0 && more_x != 0 ? " and " : "") +
                       std::string(more_x == 0  ? ""
                                   : more_x > 0 ? "a column further right"
                                                : "a column further left");
    return {};
}

std::string shape(const Plane& image, const Plane& filter) {
    std::ostringstream text;
    text << image.height << " x " << image.width << " pixels, filter " << filter.height << " x "
         << filter.width;
    return text.str();
}

enum class Way { naive, tiles, convolution };

Run run_filter(Way way, const Plane& image, const Plane& filter, std::uint64_t schedule = 0) {
    const auto call = [&](auto run) { return run; };
    if (way == Way::naive)
        return call(WORKBOOK_RUN_SCHEDULED(schedule, correlate_naive, device_in(image.at),
                                           image.height, image.width, in(filter.at), filter.height,
                                           filter.width, device_out<float>(image.size())));
    if (way == Way::tiles)
        return call(WORKBOOK_RUN_SCHEDULED(schedule, correlate, device_in(image.at), image.height,
                                           image.width, in(filter.at), filter.height, filter.width,
                                           device_out<float>(image.size())));
    return call(WORKBOOK_RUN_SCHEDULED(schedule, convolve, device_in(image.at), image.height,
                                       image.width, in(filter.at), filter.height, filter.width,
                                       device_out<float>(image.size())));
}

const char* name_of(Way way) {
    return way == Way::naive   ? "correlate_naive, "
           : way == Way::tiles ? "correlate, "
                               : "convolve, ";
}

Run check_filter(Way way, const Plane& image, const Plane& filter, std::uint64_t schedule = 0) {
    INFO(name_of(way) << shape(image, filter));
    Run run = run_filter(way, image, filter, schedule);
    REQUIRE_THAT(run, completed());
    const bool convolution = way == Way::convolution;
    const auto expected = filtered(image, filter, {.convolution = convolution});
    const std::vector<float> wanted(expected.begin(), expected.end());
    if (run.output<float>(6) == wanted) return run;
    std::string hint = looks_like(run.output<float>(6), image, filter, convolution);
    if (!hint.empty()) hint.front() = static_cast<char>(std::tolower(hint.front()));
    INFO((hint.empty() ? "the output is wrong" : hint));
    REQUIRE_THAT(run, outputs_shaped(6, image.height, image.width, wanted));
    return run;
}

// A filter with a single 1, in each place in turn: each output is one pixel, and says which.
void check_places(Way way, const Plane& image, int height, int width) {
    const bool convolution = way == Way::convolution;
    for (int j = 0; j < height; ++j)
        for (int i = 0; i < width; ++i) {
            const Plane filter = single_one(height, width, j, i);
            INFO(name_of(way) << shape(image, filter) << " with a single 1, at (" << j << ", " << i
                              << "); the anchor is (" << anchor_of(height) << ", "
                              << anchor_of(width) << ")");
            const Run run = run_filter(way, image, filter);
            REQUIRE_THAT(run, completed());
            const auto expected = filtered(image, filter, {.convolution = convolution});
            const auto found = run.output<float>(6);
            const std::string hint = looks_like(found, image, filter, convolution);
            for (int y = 0; y < image.height; ++y)
                for (int x = 0; x < image.width; ++x) {
                    const std::size_t k = image.place(y, x);
                    if (found[k] == expected[k] || !run.was_written(6, k)) continue;
                    FAIL("out(" << y << ", " << x << ") is " << pixel_name(found[k])
                                << "; expected is " << pixel_name(expected[k])
                                << (expected[k] == 0 ? ", since there is no such pixel" : "")
                                << (hint.empty() ? "" : ". " + hint));
                }
            REQUIRE_THAT(run, outputs_shaped(6, image.height, image.width,
                                             std::vector<float>(expected.begin(), expected.end())));
        }
}

void check_look(const Plane& image) {
    INFO("look, " << image.height << " x " << image.width << " pixels");
    std::vector<int> ys, xs;
    for (int y = -3; y < image.height + 3; ++y)
        for (int x = -3; x < image.width + 3; ++x) ys.push_back(y), xs.push_back(x);
    const int n = static_cast<int>(ys.size());
    const Run run = WORKBOOK_RUN(look, device_in(image.at), image.height, image.width,
                                 device_in(ys), device_in(xs), n, device_out<float>(n));
    REQUIRE_THAT(run, completed());
    const auto found = run.output<float>(6);
    for (int k = 0; k < n; ++k) {
        const double expected = image.padded(ys[k], xs[k]);
        if (found[k] == expected) continue;
        FAIL("pixel(image, " << ys[k] << ", " << xs[k] << ") is " << pixel_name(found[k])
                             << "; expected is " << pixel_name(expected)
                             << (expected == 0 ? ": that place is outside of the image" : ""));
    }
}

void check_tile(const Plane& image, int height, int width, int by, int bx) {
    const int rows = tile_rows + height - 1, columns = tile_columns + width - 1;
    INFO("load_tile, " << image.height << " x " << image.width << " pixels, filter " << height
                       << " x " << width << ", block (bx " << bx << ", by " << by << "), " << rows
                       << " x " << columns << " places");
    const std::size_t places = static_cast<std::size_t>(rows) * columns;
    const Run run = WORKBOOK_RUN(load_tile, device_in(image.at), image.height, image.width, height,
                                 width, by, bx, device_out<float>(places));
    REQUIRE_THAT(run, completed());
    const auto tile = run.output<float>(7);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const int y = by * tile_rows + r - anchor_of(height);
            const int x = bx * tile_columns + c - anchor_of(width);
            const float found = tile[static_cast<std::size_t>(r) * columns + c];
            if (found == image.padded(y, x)) continue;
            FAIL("tile(" << r << ", " << c << ") is " << pixel_name(found) << "; expected is "
                         << pixel_name(image.padded(y, x))
                         << (image.has(y, x) ? "" : ": that place is outside of the image"));
        }
}

// Sides of images around those of a tile, and of filters, even and odd.
void check_shapes(Way way) {
    const int shapes[][4] = {{64, 32, 3, 3},  {128, 64, 5, 5}, {65, 33, 3, 3},    {63, 31, 2, 2},
                             {1, 1, 3, 3},    {1, 100, 5, 3},  {100, 1, 4, 7},    {131, 67, 1, 9},
                             {20, 150, 9, 1}, {70, 70, 1, 1},  {131, 97, 15, 15}, {2, 2, 14, 15},
                             {66, 35, 4, 4},  {200, 40, 6, 5}};
    for (const auto& [height, width, filter_height, filter_width] : shapes)
        check_filter(way, whole_numbers(height, width), whole_numbers(filter_height, filter_width));
    for (const auto& [height, width] : {std::pair{0, 5}, {5, 0}, {0, 0}}) {
        const Plane none{height, width, {}};
        INFO(name_of(way) << height << " x " << width << " pixels");
        CHECK_THAT(run_filter(way, none, whole_numbers(3, 3)), completed());
    }
}

// More rows than a grid has with blocks of so many: it has at most 65535 blocks in y. The header
// allows 2'000'000 rows, which take blocks of 32.
void check_tall(Way way, int rows_of_a_block) {
    INFO("a grid has at most 65535 blocks in y; there may be 2000000 rows");
    check_filter(way, whole_numbers(65'535 * rows_of_a_block + 1, 1), whole_numbers(1, 1));
}

} // namespace

TEST_CASE("1: look, inside of the image and around it") {
    for (const auto& [height, width] : {std::pair{5, 8}, {8, 5}, {1, 1}, {40, 1}})
        check_look(marked(height, width));
}

TEST_CASE("2: correlate_naive, a filter with a single 1") {
    check_places(Way::naive, marked(6, 9), 1, 1);
    check_places(Way::naive, marked(6, 9), 3, 3);
    check_places(Way::naive, marked(9, 6), 3, 5);
}

TEST_CASE("2: correlate_naive, even sides") {
    check_places(Way::naive, marked(6, 9), 2, 2);
    check_places(Way::naive, marked(9, 6), 4, 3);
}

TEST_CASE("2: correlate_naive, any shape") {
    check_shapes(Way::naive);
    check_filter(Way::naive, whole_numbers(70'000, 1), whole_numbers(3, 3));
    check_filter(Way::naive, whole_numbers(1, 70'000), whole_numbers(3, 3));
    check_tall(Way::naive, 16);
}

TEST_CASE("2: correlate_naive, neighbouring threads take neighbouring columns") {
    const Plane image = whole_numbers(128, 128), filter = whole_numbers(3, 3);
    const Run run = check_filter(Way::naive, image, filter);
    INFO(name_of(Way::naive) << shape(image, filter));
    CHECK_THAT(run, launched(1) && in_blocks(image.size() / 1024, "1024 pixels"));
    // 32 neighbours lie in 4 or 5 sectors; in 32 rows, in 32.
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_requests"), at_most(6),
                            "neighbouring threads are to read neighbouring columns"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * image.size()),
                            "each pixel of the output is to be written once"));
    CHECK_THAT(run,
               traffic("constant_load_conflicts", at_most(0),
                       "all lanes of a warp are to take the same coefficient at the same time"));
    CHECK_THAT(run, work_shared(image.size() / 32, at_most(2),
                                "each thread is to take one pixel of the output"));
}

TEST_CASE("3: load_tile, whole tiles in the middle", "[weight:2]") {
    const Plane image = marked(256, 128);
    check_tile(image, 1, 1, 1, 1);
    check_tile(image, 3, 3, 1, 1);
    check_tile(image, 5, 3, 2, 2);
    check_tile(image, 2, 4, 1, 2);
    check_tile(image, 15, 15, 1, 1);
}

TEST_CASE("3: load_tile, at the edges of the image") {
    const Plane image = marked(150, 70);
    for (const auto& [by, bx] : {std::pair{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}, {2, 2}, {1, 2}})
        check_tile(image, 5, 7, by, bx);
    check_tile(marked(64, 32), 3, 3, 0, 0);
    check_tile(marked(1, 1), 4, 4, 0, 0);
}

TEST_CASE("4: correlate, a filter with a single 1") {
    check_places(Way::tiles, marked(70, 40), 3, 3);
    check_places(Way::tiles, marked(70, 40), 2, 4);
}

TEST_CASE("4: correlate, any shape", "[weight:2]") {
    check_shapes(Way::tiles);
    check_filter(Way::tiles, whole_numbers(1100, 1000), whole_numbers(3, 3));
    check_tall(Way::tiles, 8);
}

TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_filter(Way::tiles, whole_numbers(130, 70), whole_numbers(5, 4), seed);
}

TEST_CASE("4: a block reads each pixel of its tile once", "[weight:2]") {
    const Plane image = whole_numbers(256, 256), filter = whole_numbers(5, 5);
    const Run run = check_filter(Way::tiles, image, filter);
    INFO(name_of(Way::tiles) << shape(image, filter));
    const int by = image.height / tile_rows, bx = image.width / tile_columns;
    CHECK_THAT(run, launched(1) && launched_with(grid(bx, by), block(tile_columns, threads_y)));
    CHECK_THAT(run, allocated_nothing());
    const double pixels = static_cast<double>(image.size()), blocks = bx * by;
    // Two rows and two columns on each side of the image are outside of it: they are not read.
    const double places = (by * (tile_rows + 4) - 4.0) * (bx * (tile_columns + 4) - 4.0);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4 * places),
                            "a block is to read each of the 68 x 36 pixels of its tile once, and "
                            "then to take them from shared memory"));
    // A row of 36 pixels lies in 6 sectors if it begins in the middle of one.
    CHECK_THAT(run, traffic("global_load_sectors", at_most(blocks * (tile_rows + 4) * 7),
                            "neighbouring threads are to bring neighbouring columns"));
    // Row by row, it takes two requests, of 32 columns and of 4.
    CHECK_THAT(run, traffic("global_load_requests", at_most(2.1 * blocks * (tile_rows + 4)),
                            "the tile is filled by too few threads: all 32 lanes of a warp are to "
                            "bring neighbouring columns"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4 * pixels),
                            "each pixel of the output is to be written once"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to write neighbouring columns"));
    CHECK_THAT(run, traffic("shared_load_bytes", at_most(4 * 25 * pixels),
                            "25 places of the tile for each pixel of the output, no more"));
    CHECK_THAT(run, traffic("shared_load_requests", at_most(25 * pixels / 32),
                            "the sums are computed by too few threads"));
    CHECK_THAT(run, traffic("shared_load_conflicts", at_most(0.05 * 25 * pixels / 32),
                            "lanes of a warp read different words of one bank: x is to run along "
                            "the columns of the tile"));
    CHECK_THAT(run,
               traffic("constant_load_conflicts", at_most(0),
                       "all lanes of a warp are to take the same coefficient at the same time"));
    CHECK_THAT(run,
               work_shared(static_cast<std::uint64_t>(threads_y * blocks), at_most(1.4),
                           "all warps of a block are to bring rows of the tile, and to compute "
                           "rows of the output"));
}

TEST_CASE("5: convolve, a filter with a single 1", "[weight:2]") {
    check_places(Way::convolution, marked(6, 9), 1, 1);
    check_places(Way::convolution, marked(6, 9), 3, 3);
    check_places(Way::convolution, marked(70, 40), 1, 5);
}

TEST_CASE("5: convolve, even sides") {
    check_places(Way::convolution, marked(6, 9), 2, 2);
    check_places(Way::convolution, marked(70, 40), 4, 3);
}

TEST_CASE("5: convolve, any shape") {
    check_shapes(Way::convolution);
    check_tall(Way::convolution, 8);
}

TEST_CASE("5: numbers that round, in float") {
    Plane image = whole_numbers(70, 50), filter = whole_numbers(7, 6);
    image.at = random_reals<float>(image.size(), -1, 1);
    filter.at = random_reals<float>(filter.size(), -1, 1);
    // 42 products, whose magnitudes add up to less than 42: each of them and of 42 additions rounds
    // by at most 2^-24 of that.
    const auto tolerance = absolute(84 * 42 * std::ldexp(1.0, -24));
    for (const Way way : {Way::naive, Way::tiles, Way::convolution}) {
        INFO(name_of(way) << "fractions between -1 and 1, " << shape(image, filter));
        CHECK_THAT(
            run_filter(way, image, filter),
            completed() &&
                output_close(6, filtered(image, filter, {.convolution = way == Way::convolution}),
                             tolerance));
    }
    CHECK_THAT(learner_ptx(),
               has_no(R"(\.f64)", "there is a double on the way: float is asked for, "
                                  "and on most GPUs double is 32 or 64 times slower"));
}

WORKBOOK_GAIN(gain) {
    const int side = static_cast<int>(gain.size(128, 8192));
    const Plane image = whole_numbers(side, side), filter = whole_numbers(5, 5);
    std::vector<float> out(image.size());
    gain.about("correlate() of ", side, " x ", side, " pixels with a filter of 5 x 5");
    WORKBOOK_GAIN_CALL(gain, correlate, device_in(image.at), side, side, in(filter.at), 5, 5,
                       device_out<float>(image.size()));
    gain.beside("A loop", [&] {
        for (int y = 2; y + 2 < side; ++y)
            for (int x = 2; x + 2 < side; ++x) {
                float sum = 0;
                for (int j = 0; j < 5; ++j)
                    for (int i = 0; i < 5; ++i)
                        sum += filter.at[filter.place(j, i)] *
                               image.at[image.place(y + j - 2, x + i - 2)];
                out[image.place(y, x)] = sum;
            }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes");
    gain.say("Your blocks read ", in_bytes(own), " of the image, which has ",
             in_bytes(4 * image.size()), ": the tiles overlap.");
    gain.say("Without tiles, each thread reads 25 pixels for itself: ",
             in_bytes(100 * image.size()), ", ", times_as(100 * image.size(), own, "much"), ".");
}
