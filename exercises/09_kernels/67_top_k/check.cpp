// Checks of lesson 67. Expected values come from a stable sort of the row by its ordered bits.
#include "top_k.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>
#include <string>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, make_entries, count_digit, choose_digit, keep_largest, top_k)
WORKBOOK_PROMISE(reports_errors, make_entries, count_digit, choose_digit, keep_largest, top_k)
WORKBOOK_PROMISE(uses_gpu, make_entries, count_digit, choose_digit, keep_largest, top_k)

namespace {

using Floats = std::vector<float>;
using Entries = std::vector<Entry>;

constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

// Larger for larger values.
std::uint32_t ordered(float value) {
    const std::uint32_t bits = bits_of(value);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

Entry entry_of(float value, std::uint32_t place) { return Entry{ordered(value)} << 32 | ~place; }

std::string hex(std::uint64_t number) {
    std::ostringstream text;
    text << "0x" << std::hex << number;
    return text.str();
}

Floats normals(std::size_t n) { return random_normals<float>(n, 0, 10); }

// Zeros, infinities, NaN and small numbers of either sign, in any order.
Floats specials(std::size_t n) {
    const float values[] = {0.0f,
                            -0.0f,
                            infinity,
                            -infinity,
                            1.0f,
                            -1.0f,
                            1e-45f,
                            -1e-45f,
                            std::bit_cast<float>(0x7fc00000u),
                            std::bit_cast<float>(0xffc00000u),
                            std::bit_cast<float>(0xffffffffu)};
    Floats drawn;
    for (const int i : random_integers<int>(n, 0, std::size(values) - 1))
        drawn.push_back(values[i]);
    return drawn;
}

Entries entries_of(const Floats& values) {
    Entries entries;
    for (std::size_t i = 0; i < values.size(); ++i)
        entries.push_back(entry_of(values[i], static_cast<std::uint32_t>(i)));
    return entries;
}

// All digits by chance, but for the upper `same` bits of the largest entry, which all have.
Entries random_entries(int count, int same = 0) {
    Entries entries = random_integers<Entry>(count, 1, ~Entry{0});
    const Entry mask = same == 0 ? 0 : ~Entry{0} << (64 - same);
    for (Entry& entry : entries) entry = (entry & ~mask) | (entries.back() & mask);
    return entries;
}

void check_entries(const char* what, const Floats& values) {
    const int n = static_cast<int>(values.size());
    INFO("make_entries, n = " << n << ": " << what);
    const Run run = WORKBOOK_RUN(make_entries, device_in(values), n, device_out<Entry>(n));
    REQUIRE_THAT(run, completed());
    const Entries found = run.output<Entry>(2);
    for (int i = 0; i < n; ++i) {
        const Entry expected = entry_of(values[i], i);
        if (found[i] == expected) continue;
        if (!run.was_written(2, i)) FAIL("entries[" << i << "] was not written");
        const std::uint32_t upper = found[i] >> 32, lower = static_cast<std::uint32_t>(found[i]);
        std::string hint;
        if (upper == ~std::uint32_t(i) && lower == ordered(values[i]))
            hint = ": are the halves exchanged?";
        else if (upper == ~0u && lower == ~std::uint32_t(i))
            hint = ": ~place is an int below 0, and its sign fills the upper half: make it "
                   "unsigned first";
        else if (upper == ordered(values[i]) && lower == static_cast<std::uint32_t>(i))
            hint = ": with the place itself, the higher of two places would win";
        else if (upper == bits_of(values[i]))
            hint = ": these are the bits of the float as they are: those below 0 would be largest";
        else if (upper == (bits_of(values[i]) ^ 0x80000000u))
            hint = ": of two values below 0, the one with the larger magnitude would win";
        FAIL("the entry of " << values[i] << " at place " << i << " is " << hex(found[i])
                             << "; expected is " << hex(expected) << hint);
    }
}

Entry prefix_of(Entry entry, int bits) { return bits == 64 ? 0 : entry >> bits << bits; }

Run check_count(const char* what, const Entries& entries, int bits) {
    const int count = static_cast<int>(entries.size());
    const Selection selection{count == 0 ? 0 : prefix_of(entries.back(), bits), bits, 1};
    INFO("count_digit, count = " << count << ", bits = " << bits
                                 << ", prefix = " << hex(selection.prefix) << ": " << what);
    Run run =
        WORKBOOK_RUN(count_digit, device_in(entries), count, selection, device_out<int>(digits));
    REQUIRE_THAT(run, completed());
    const auto counted = [&](int shift, bool all) {
        std::vector<int> bins(digits);
        for (const Entry entry : entries)
            if (all || prefix_of(entry, bits) == selection.prefix)
                ++bins[entry >> shift & (digits - 1)];
        return bins;
    };
    const auto found = run.output<int>(3), expected = counted(bits - digit_bits, false);
    if (found == expected) return run;
    std::string hint;
    if (found == counted(bits - digit_bits, true))
        hint = ". All entries are counted: only those that begin with the prefix are to be";
    else
        for (int shift = 0; shift < 64; shift += digit_bits)
            if (shift != bits - digit_bits &&
                (found == counted(shift, false) || found == counted(shift, true)))
                hint = ". These are the digits from bit " + std::to_string(shift) +
                       " on; the next ones begin with bit " + std::to_string(bits - digit_bits);
    for (int d = 0; d < digits; ++d)
        if (found[d] != expected[d])
            FAIL("bins[" << d << "] is " << found[d] << ", expected is " << expected[d] << hint);
    return run;
}

void check_choice(const std::vector<int>& bins, int still_in_k, int bits) {
    const Entry prefix = prefix_of(random_integers<Entry>(1, 0, ~Entry{0})[0], bits);
    const Selection selection{prefix, bits, still_in_k};
    INFO("choose_digit, bits = " << bits << ", prefix = " << hex(prefix)
                                 << ", still_in_k = " << still_in_k);
    const Run run =
        WORKBOOK_RUN(choose_digit, device_in(bins), selection, device_out<Selection>(1));
    REQUIRE_THAT(run, completed());
    const auto found = run.output<Selection>(2)[0];
    int above = 0, digit = digits - 1;
    while (above + bins[digit] < still_in_k) above += bins[digit--];
    const int shift = bits - digit_bits;
    const int found_digit = static_cast<int>(found.prefix >> shift & (digits - 1));
    if (found.bits != shift)
        FAIL("bits is " << found.bits << ", expected is " << shift << ": one digit more is found");
    if (found_digit != digit) {
        int below = 0, smallest = 0;
        while (below + bins[smallest] < still_in_k) below += bins[smallest++];
        FAIL("the digit is " << found_digit << ", expected is " << digit << ": " << above
                             << " entries have a larger one, and with its own " << bins[digit]
                             << " they are at least " << still_in_k
                             << (found_digit == smallest ? ". Were they counted from the smallest "
                                                           "digit on?"
                                                         : ""));
    }
    if (found.prefix != (prefix | Entry(digit) << shift))
        FAIL("the prefix is " << hex(found.prefix) << ", expected is "
                              << hex(prefix | Entry(digit) << shift)
                              << ": the digits found before stay, and those below are 0");
    if (found.still_in_k != still_in_k - above)
        FAIL("still_in_k is " << found.still_in_k << ", expected is " << still_in_k - above << ": "
                              << above << " of the " << still_in_k
                              << " largest have a larger digit");
}

void check_kept(const char* what, const Entries& entries, int k, std::uint64_t schedule = 0) {
    const int count = static_cast<int>(entries.size());
    INFO("keep_largest, count = " << count << ", k = " << k << ": " << what);
    const Run run = WORKBOOK_RUN_SCHEDULED(schedule, keep_largest, device_inout(entries), count, k);
    REQUIRE_THAT(run, completed());
    Entries sorted = entries, found = run.output<Entry>(0);
    std::ranges::sort(sorted, std::greater());
    found.resize(k);
    for (int i = 0; i < k; ++i) {
        const auto rank = std::ranges::find(sorted, found[i]) - sorted.begin();
        if (rank == count)
            FAIL("entries[" << i << "] is " << hex(found[i]) << ", which is none of the entries");
        if (rank >= k)
            FAIL("entries[" << i << "] is the largest but " << rank << ", and only the " << k
                            << " largest are to be kept");
    }
    std::ranges::sort(found, std::greater());
    for (int i = 0; i < k; ++i)
        if (found[i] != sorted[i])
            FAIL("the largest entry but " << i << " is not among the first " << k
                                          << (std::ranges::adjacent_find(found) != found.end()
                                                  ? "; another one is there twice"
                                                  : ""));
}

struct Rows {
    int rows, columns;
    Floats values;
};

// The rows one after the other, made by a function of the row's number.
template <typename Row>
Rows rows_of(int rows, int columns, Row row) {
    Rows x{rows, columns, {}};
    for (int r = 0; r < rows; ++r) {
        const Floats values = row(r);
        x.values.insert(x.values.end(), values.begin(), values.end());
    }
    return x;
}

Rows normal_rows(int rows, int columns) {
    return {rows, columns, normals(std::size_t(rows) * columns)};
}

// What is wrong with one row.
void compare_row(const float* values, int columns, int k, const float* best, const int* places) {
    const auto bits = [&](int i) { return ordered(values[i]); };
    std::vector<int> order(columns);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) { return bits(a) > bits(b); });
    const auto named = [&](int i) {
        std::ostringstream text;
        text << values[i] << " at place " << i;
        return text.str();
    };
    for (int j = 0; j < k; ++j) {
        const int place = places[j], expected = order[j];
        if (place == expected && bits_of(best[j]) == bits_of(values[expected])) continue;
        if (place < 0 || place >= columns)
            FAIL("places[" << j << "] of the row is " << place << ": it has the places 0 to "
                           << columns - 1);
        if (bits_of(best[j]) != bits_of(values[place]))
            FAIL("best[" << j << "] of the row is " << best[j] << " with place " << place
                         << ", where " << values[place] << " stands: they do not belong together");
        std::string hint;
        std::vector<int> found(places, places + k), wanted(order.begin(), order.begin() + k);
        if (bits(place) == bits(expected))
            hint = ": the values are equal, and the lower place comes first";
        std::ranges::sort(found);
        std::ranges::sort(wanted);
        if (hint.empty() && found == wanted)
            hint = ": these are the k largest, but not the largest first";
        if (hint.empty() && std::ranges::adjacent_find(found) != found.end())
            hint = ": a place is there twice";
        FAIL("number " << j << " of the row is " << named(place) << "; expected is "
                       << named(expected) << hint);
    }
}

Run check_top_k(const std::string& what, const Rows& x, int k, std::uint64_t schedule = 0) {
    INFO("top_k, rows = " << x.rows << ", columns = " << x.columns << ", k = " << k << ": "
                          << what);
    const std::size_t results = std::size_t(x.rows) * k;
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, top_k, device_in(x.values), x.rows, x.columns, k,
                                     device_out<float>(results), device_out<int>(results));
    REQUIRE_THAT(run, completed());
    const auto best = run.output<float>(4);
    const auto places = run.output<int>(5);
    for (int r = 0; r < x.rows; ++r) {
        INFO("row " << r);
        for (std::size_t i = std::size_t(r) * k; i < std::size_t(r + 1) * k; ++i)
            if (!run.was_written(4, i) || !run.was_written(5, i))
                FAIL("number " << i - std::size_t(r) * k << " of the row was not written");
        compare_row(&x.values[std::size_t(r) * x.columns], x.columns, k, &best[std::size_t(r) * k],
                    &places[std::size_t(r) * k]);
    }
    return run;
}

} // namespace

TEST_CASE("1: make_entries") {
    check_entries("above 0", {1, 2, 3, 0.5f, 1e-45f, 3e38f});
    check_entries("below 0, too", {-1, -2, -3, -0.5f, 1, 0, -0.0f});
    check_entries("infinity and NaN", specials(100));
    for (const int n : {0, 1, 255, 257, 1000}) check_entries("normally distributed", normals(n));
}

TEST_CASE("2: count_digit") {
    check_count("all entries", random_entries(1000), 64);
    check_count("entries that have the first digit", random_entries(1000, 8), 56);
    for (const int bits : {56, 48, 32, 24, 8}) {
        Entries entries =
            random_entries(2000, 60 - bits < 0 ? 0 : 60 - bits); // some have 4 bits more
        check_count("some of them begin with the prefix", entries, bits);
    }
    for (const int count : {0, 1, 255, 257}) check_count("by chance", random_entries(count), 64);
    const Run run = check_count("by chance", random_entries(room), 64);
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(1.5),
                                "all threads of the block are to count entries"));
    check_count("values", entries_of(normals(3000)), 48);
}

TEST_CASE("3: choose_digit") {
    std::vector<int> bins(digits);
    bins[3] = 5;
    bins[200] = 2;
    bins[255] = 1;
    for (const int still_in_k : {1, 2, 3, 4, 8}) check_choice(bins, still_in_k, 64);
    bins = random_integers<int>(digits, 0, 3);
    const int all = std::accumulate(bins.begin(), bins.end(), 0);
    for (const int bits : {64, 56, 8})
        for (const int still_in_k : random_integers<int>(5, 1, all))
            check_choice(bins, still_in_k, bits);
    check_choice(bins, all, 32);
    std::vector<int> one(digits);
    one[0] = 3000;
    check_choice(one, 64, 16);
}

TEST_CASE("4: keep_largest", "[weight:2]") {
    Entries rising = random_entries(1000);
    std::ranges::sort(rising);
    check_kept("the largest stand at the end", rising, 10);
    std::ranges::reverse(rising);
    check_kept("the largest stand at the front already", rising, 64);
    for (const int count : {1, 2, 64, 300, room})
        for (const int k : {1, count / 3 + 1, count})
            if (k <= most_k) check_kept("by chance", random_entries(count), k);
    check_kept("by chance", random_entries(room), most_k);
    check_kept("equal values at different places", entries_of(Floats(2000, 7)), 40);
    check_kept(
        "all have the same upper 56 bits",
        [] {
            Entries entries;
            for (Entry i = 0; i < 256; ++i) entries.push_back(0x1234567812345600 | i);
            return entries;
        }(),
        33);
}

TEST_CASE("5: top_k, rows of one tile") {
    check_top_k("0, 1, 2, ...",
                rows_of(2, 100,
                        [](int) {
                            Floats row(100);
                            std::iota(row.begin(), row.end(), 0.0f);
                            return row;
                        }),
                5);
    check_top_k("normally distributed", normal_rows(3, tile_size), 64);
    check_top_k("all values are equal",
                rows_of(2, 500, [](int r) { return Floats(500, float(r)); }), 20);
    for (const int columns : {1, 31, 32, 33, 63, 64, 255, 257, 1025})
        check_top_k("normally distributed", normal_rows(2, columns), std::min(columns, most_k));
}

TEST_CASE("5: top_k, rows of many tiles", "[weight:2]") {
    check_top_k("normally distributed", normal_rows(3, 10'000), 16);
    check_top_k("normally distributed", normal_rows(2, 2 * tile_size + 1), 64);
    check_top_k("rising",
                rows_of(1, 20'000,
                        [](int) {
                            Floats row(20'000);
                            std::iota(row.begin(), row.end(), -10'000.0f);
                            return row;
                        }),
                64);
    check_top_k("falling",
                rows_of(1, 9000,
                        [](int) {
                            Floats row(9000);
                            for (int i = 0; i < 9000; ++i) row[i] = static_cast<float>(-i);
                            return row;
                        }),
                64);
    // After two tiles `kept` entries are in the room, then a whole tile comes through: it fits
    // behind `room - tile_size` of them, and not behind one more.
    for (const int kept : {room - tile_size, room - tile_size + 1})
        check_top_k("the third tile comes through, as a whole",
                    rows_of(1, 3 * tile_size,
                            [&](int) {
                                Floats row(3 * tile_size, -1.0f);
                                std::iota(row.begin(), row.begin() + tile_size + kept - 64, 0.0f);
                                std::iota(row.begin() + 2 * tile_size, row.end(), 10'000.0f);
                                return row;
                            }),
                    64);
    // Entry 64 of the first tile is in a row among the 64 largest, whether warps come one after the
    // other or each after a round: kept, it must not stand behind those that are kept once more.
    check_top_k("the 64 largest stand together in the first tile",
                rows_of(2, tile_size + 1,
                        [](int r) {
                            Floats row(tile_size + 1);
                            std::iota(row.begin(), row.end(), -1e6f);
                            const int first = r == 0 ? 64 : 2 * threads_per_block;
                            for (int i = 0; i < 64; ++i) row[first + i] = static_cast<float>(-i);
                            return row;
                        }),
                64);
    check_top_k("10 different values",
                rows_of(2, 12'000,
                        [](int) {
                            Floats row;
                            for (const int x : random_integers<int>(12'000, -5, 4))
                                row.push_back(float(x));
                            return row;
                        }),
                50);
    check_top_k("normally distributed", normal_rows(1, 131'072), 64);
    check_top_k("normally distributed", normal_rows(70, 40), 3);
    check_top_k("none", {0, 10, {}}, 3);
}

TEST_CASE("5: top_k, zeros, infinities and NaN") {
    for (const int columns : {20, 700, 7000})
        check_top_k("zeros, infinities, NaN", {2, columns, specials(2 * columns)},
                    std::min(columns, most_k));
    Rows late = normal_rows(2, 9000);
    late.values[8000] = infinity;
    late.values[7000] = late.values[8999] = late.values[17'000] = std::bit_cast<float>(0x7fc00000u);
    check_top_k("NaN and infinity in the last tiles", late, 5);
    check_top_k("the lowest NaN alone", {1, 3000, Floats(3000, std::bit_cast<float>(~0u))}, 64);
}

TEST_CASE("5: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check_kept("by chance", random_entries(700), 30, seed);
        check_top_k("normally distributed", normal_rows(2, 5000), 20, seed);
    }
}

TEST_CASE("5: each value is read once, and few are put down", "[weight:2]") {
    const int rows = 3, columns = 65'536, k = 64;
    const Run run = check_top_k("normally distributed", normal_rows(rows, columns), k);
    INFO("top_k, rows = " << rows << ", columns = " << columns << ", k = " << k);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, launched_with(grid(rows), block(threads_per_block)));
    CHECK_THAT(run, allocated_nothing());
    const double bytes = 4.0 * rows * columns;
    CHECK_THAT(run,
               traffic("global_load_bytes", at_most(bytes),
                       "each value is to be read once: what may be among the k largest is kept "
                       "in shared memory"));
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 128.0),
                            "the row is read by too few threads"));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to read neighbouring values"));
    // The first tile, some 1000 of the others, and what the digits count of these.
    CHECK_THAT(run, traffic("shared_atomic_lanes", at_most(rows * 16'000.0),
                            "a value that is not above the k-th largest so far is not to be put "
                            "down"));
}

WORKBOOK_GAIN(gain) {
    const int rows = static_cast<int>(gain.size(2, 1024)), columns = 32'768, k = 32;
    const Rows x = normal_rows(rows, columns);
    const std::size_t results = std::size_t(rows) * k;
    gain.about("the ", k, " largest of ", rows, " rows of ", columns, " values");
    WORKBOOK_GAIN_CALL(gain, top_k, device_in(x.values), rows, columns, k,
                       device_out<float>(results), device_out<int>(results));
    Floats row(columns);
    gain.beside("std::partial_sort of each row", [&] {
        for (int r = 0; r < rows; ++r) {
            std::copy_n(x.values.begin() + std::ptrdiff_t{r} * columns, columns, row.begin());
            std::partial_sort(row.begin(), row.begin() + k, row.end(), std::greater());
        }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes");
    gain.say("Your blocks read ", in_bytes(own), ": each value once.");
    // Four passes, in each of which keys are read twice, and keys and places read and written.
    const std::uint64_t sorted = std::uint64_t{4} * 20 * rows * columns;
    gain.say("To sort the rows as in lesson 44 moves ", in_bytes(sorted), ", ",
             times_as(sorted, own, "much"), ".");
}
