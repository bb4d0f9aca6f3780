// Checks of lesson 35. The bank model is that of docs/decisions/0006; on the virtual GPU each
// prediction stands beside what a launch needed. All numbers are whole: every bit must agree.
#include "bank_conflicts.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <map>
#include <set>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, running_sums)
WORKBOOK_PROMISE(uses_gpu, running_sums)
WORKBOOK_PROMISE(fills_gpu, running_sums)
WORKBOOK_PROMISE(any_size, running_sums)

namespace {

constexpr int lanes = 32, banks = 32;

int model_degree(const std::vector<int>& words) {
    std::map<int, std::set<int>> wanted;
    std::size_t degree = 0;
    for (const int word : words) {
        wanted[word % banks].insert(word);
        degree = std::max(degree, wanted[word % banks].size());
    }
    return static_cast<int>(degree);
}

// The turns that the warp of read_words() took; on a GPU, which does not tell, the model's.
int measured_degree(const std::vector<int>& words) {
    const Run run = WORKBOOK_RUN(read_words, device_in(words), device_out<int>(lanes));
    REQUIRE_THAT(run, completed());
    if (!run.measures_traffic()) return model_degree(words);
    return 1 + static_cast<int>(run.launches()[0].counter("shared_load_conflicts"));
}

void check_degree(const std::vector<int>& words, const std::string& what) {
    const int measured = measured_degree(words);
    INFO("lane k reads word " << what << "; read_words() took " << measured
                              << (measured == 1 ? " turn" : " turns"));
    const Run run = WORKBOOK_RUN(degree_of, in(words));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned(measured));
}

template <class Word>
void check_degree_by(Word&& word, const std::string& what) {
    std::vector<int> words(lanes);
    for (int k = 0; k < lanes; ++k) words[k] = word(k);
    check_degree(words, what);
}

const char* name_of(int layout) { return layout == padded ? "padded_place" : "swizzled_place"; }

// The elements of a tile with the words that the student's function gives them.
struct Places {
    const char* function;
    int rows;
    std::vector<int> words;

    int at(int row, int column) const { return words[row * tile_columns + column]; }
    std::string call(int row, int column) const {
        return std::string(function) + "(" + std::to_string(row) + ", " + std::to_string(column) +
               ")";
    }
};

void check_own_words(const Places& places, int all_words) {
    std::map<int, std::string> holder;
    for (int row = 0; row < places.rows; ++row) {
        for (int column = 0; column < tile_columns; ++column) {
            const int word = places.at(row, column);
            const std::string call = places.call(row, column);
            if (word < 0 || word >= all_words)
                FAIL(call << " is " << word << "; a tile of " << places.rows
                          << " rows has the words 0 to " << all_words - 1);
            const auto [other, is_new] = holder.emplace(word, call);
            if (!is_new)
                FAIL(other->second << " and " << call << " are both " << word
                                   << ": two elements cannot share a word");
        }
    }
}

// The lanes are in (row, column), (row + down, column + right), ...
void check_turns(const Places& places, int row, int column, int down, int right,
                 const std::string& what) {
    std::map<int, int> lane_in;
    for (int k = 0; k < lanes; ++k) {
        const int word = places.at(row + k * down, column + k * right);
        const auto [other, is_new] = lane_in.emplace(word % banks, k);
        if (is_new) continue;
        const int before = other->second;
        FAIL("lanes that read " << what << " wait for each other: "
                                << places.call(row + before * down, column + before * right)
                                << " is " << places.at(row + before * down, column + before * right)
                                << " and " << places.call(row + k * down, column + k * right)
                                << " is " << word << ", both in bank " << word % banks);
    }
}

// The words of a tile, each of which is of one element.
Places places_in(int layout, int rows) {
    const Run run = WORKBOOK_RUN(places_of, layout, rows, out<int>(rows * tile_columns));
    REQUIRE_THAT(run, completed());
    Places places{name_of(layout), rows, run.output<int>(2)};
    check_own_words(places, rows * (layout == padded ? tile_columns + 1 : tile_columns));
    return places;
}

// Before a kernel uses the words: with those of other elements it would only report races.
void check_words_for_kernel(int layout, int rows) {
    if (layout != plain) places_in(layout, rows);
}

void check_places(int layout) {
    for (const int rows : {lanes, rows_per_block}) {
        const Places places = places_in(layout, rows);
        for (int row = 0; row < rows; ++row)
            check_turns(places, row, 0, 0, 1, "row " + std::to_string(row));
        for (int column = 0; column < tile_columns; ++column)
            for (int row = 0; row + lanes <= rows; ++row)
                check_turns(places, row, column, 1, 0,
                            "column " + std::to_string(column) + ", from row " +
                                std::to_string(row) + " on,");
    }
}

const char* text_of(int layout) {
    return layout == plain ? "plain" : layout == padded ? "padded" : "swizzled";
}

void check_no_conflicts(const Run& run) {
    CHECK_THAT(run, traffic("shared_load_conflicts", per("shared_load_requests"), at_most(0),
                            "lanes of a warp read different words of one bank, and wait for turns "
                            "beyond the first"));
    CHECK_THAT(run, traffic("shared_store_conflicts", per("shared_store_requests"), at_most(0),
                            "lanes of a warp write different words of one bank, and wait for "
                            "turns beyond the first"));
}

void check_transpose(int layout) {
    INFO("layout: " << text_of(layout)
                    << "; element (row, column) of the input is 100 row + column");
    check_words_for_kernel(layout, lanes);
    std::vector<int> input(lanes * lanes), expected(lanes * lanes);
    for (int k = 0; k < lanes * lanes; ++k) {
        input[k] = 100 * (k / lanes) + k % lanes;
        expected[k] = 100 * (k % lanes) + k / lanes;
    }
    const Run run =
        WORKBOOK_RUN(transpose_tile, device_in(input), device_out<int>(input.size()), layout);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, outputs_shaped(1, lanes, lanes, expected).by_any_thread());
    if (layout != plain) check_no_conflicts(run);
}

std::vector<int> sums_of_rows(std::vector<int> values) {
    for (std::size_t k = 0; k < values.size(); ++k)
        if (k % tile_columns != 0) values[k] += values[k - 1];
    return values;
}

Run check_sums(const std::vector<int>& input, int layout, const std::string& what) {
    const std::size_t rows = input.size() / tile_columns;
    check_words_for_kernel(layout, rows_per_block);
    INFO(rows << " rows, layout: " << text_of(layout) << "; the input is " << what);
    Run run =
        WORKBOOK_RUN(running_sums, device_in(input), device_out<int>(input.size()), rows, layout);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, outputs_shaped(1, rows, tile_columns, sums_of_rows(input)).by_any_thread());
    return run;
}

std::vector<int> numbers(std::size_t rows) {
    return random_integers<int>(rows * tile_columns, -1'000'000, 1'000'000);
}

} // namespace

TEST_CASE("degree_of: lanes that lie `step` words apart") {
    for (const int step : {1, 2, 3, 4, 6, 8, 16, 31, 32, 33, 34, 64, 96, 127, 128})
        check_degree_by([=](int k) { return k * step; }, std::to_string(step) + " k");
    check_degree_by([](int k) { return 4095 - 33 * k; }, "4095 - 33 k");
}

TEST_CASE("degree_of: lanes that want the same word") {
    check_degree_by([](int) { return 77; }, "77");
    check_degree_by([](int k) { return k / 2; }, "k / 2");
    check_degree_by([](int k) { return k % 4 * 32; }, "k % 4 * 32");
    check_degree_by([](int k) { return k / 8 * 33; }, "k / 8 * 33");
    check_degree_by([](int k) { return k < 30 ? 5 : 5 + 32 * (k - 29); },
                    "5, of lanes 30 and 31 37 and 69");
}

TEST_CASE("degree_of: any words") {
    check_degree_by([](int k) { return k * k % 41 + 32 * (k % 5); }, "k * k % 41 + 32 * (k % 5)");
    for (const int most : {40, 200, 4095}) {
        const auto words = random_integers<int>(lanes, 0, most);
        std::string text = "words[k], which are";
        for (const int word : words) text += " " + std::to_string(word);
        check_degree(words, text);
    }
}

TEST_CASE("padded_place: a word for each element, a bank for each lane", "[weight:2]") {
    check_places(padded);
}

TEST_CASE("padded_place: a tile is transposed without conflicts") { check_transpose(padded); }

TEST_CASE("swizzled_place: a word for each element, a bank for each lane", "[weight:2]") {
    check_places(swizzled);
}

TEST_CASE("swizzled_place: a tile is transposed without conflicts") { check_transpose(swizzled); }

TEST_CASE("running_sums: rows of ones, and single ones", "[weight:2]") {
    for (const int layout : {plain, padded, swizzled}) {
        check_sums(std::vector<int>(128 * tile_columns, 1), layout, "1 everywhere");
        std::vector<int> single(256 * tile_columns, 0);
        for (std::size_t row = 0; row < 256; ++row) single[row * tile_columns + row % 32] = 1;
        check_sums(single, layout, "a 1 in column row % 32 of each row, and 0 elsewhere");
    }
}

TEST_CASE("running_sums: any number of rows") {
    for (const std::size_t rows : {0, 1, 2, 31, 33, 127, 129, 255, 1000})
        for (const int layout : {plain, padded, swizzled})
            check_sums(numbers(rows), layout, "random");
    check_sums(numbers(32'771), swizzled, "random");
}

TEST_CASE("running_sums: coalesced, and no bank conflicts", "[weight:2]") {
    const std::size_t rows = 1280;
    const double elements = static_cast<double>(rows) * tile_columns;
    for (const int layout : {padded, swizzled}) {
        const Run run = check_sums(numbers(rows), layout, "random");
        INFO("layout: " << text_of(layout));
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, allocated_nothing());
        CHECK_THAT(run, traffic("global_load_bytes", per(elements, "element"), exactly(4),
                                "each element of the input is to be read once"));
        CHECK_THAT(run, traffic("global_store_bytes", per(elements, "element"), exactly(4),
                                "each element of the output is to be written once"));
        CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1.0 / 32),
                                "reads of the input are not coalesced: a thread works on a row of "
                                "the tile; the input is read by neighbours"));
        CHECK_THAT(run,
                   traffic("global_store_sectors", per("global_store_bytes"), at_most(1.0 / 32),
                           "writes of the output are not coalesced: a thread works on a row of "
                           "the tile; the output is written by neighbours"));
        check_no_conflicts(run);
        // 32 elements are loaded twice, to be added and to be taken out; a third time by those that
        // look at the sum before. One thread that does the work of 32 needs 32 loads for them.
        CHECK_THAT(run,
                   traffic("shared_load_requests", per(elements / 32, "32 elements"), at_most(3.1),
                           "too few lanes of a warp work in the tile: each thread is to add "
                           "up one row"));
        CHECK_THAT(run, traffic("shared_load_requests", per(elements / 32, "32 elements"),
                                at_least(1), "the sums are right, but were not made in the tile"));
        // Whichever warps add up, all of them fill the tile and take it out: that evens out much.
        CHECK_THAT(run, work_shared(rows_per_block / 32, at_most(1.15),
                                    "one warp adds up more than its 32 rows: thread t is to add "
                                    "up row t of the tile"));
    }
}

TEST_CASE("running_sums: a thread for each row") {
    const std::size_t rows = 256;
    const Run run = check_sums(numbers(rows), plain, "random");
    // 31 where lanes read their rows word by word, 7 where they read four words at a time.
    CHECK_THAT(run, traffic("shared_load_conflicts", per(rows, "32 elements"), at_least(4),
                            "in a plain tile, lanes that have a row each meet in one bank; here "
                            "they do not: each thread is to add up one row by itself"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t rows = gain.size(1280, 1 << 18);
    const auto input = numbers(rows);
    std::vector<int> sums(input.size());
    gain.about("running sums of ", rows, " rows of ", tile_columns, " numbers");
    WORKBOOK_GAIN_CALL(gain, running_sums, device_in(input), device_out<int>(input.size()), rows,
                       plain);
    const auto turns = [&] {
        return gain.count("shared_load_requests") + gain.count("shared_load_conflicts") +
               gain.count("shared_store_requests") + gain.count("shared_store_conflicts");
    };
    const std::uint64_t naive = turns();
    WORKBOOK_GAIN_CALL(gain, running_sums, device_in(input), device_out<int>(input.size()), rows,
                       swizzled);
    gain.beside("A loop", [&] {
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] = input[k] + (k % tile_columns == 0 ? 0 : sums[k - 1]);
    });
    if (gain.on_gpu()) return;
    gain.say("Swizzled, shared memory took ", turns(), " turns.");
    gain.say("In a plain tile your kernel takes ", naive, ": ", times_as(naive, turns()), ".");
}
