// Checks of lesson 58. All are whole numbers whose sums stay below 2^24: every one must agree.
#include "tma_tile.hpp"

#include "harness/harness.hpp"
#include "harness/matrices.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <sstream>

using namespace workbook;
using workbook::matrices::area;
using workbook::matrices::place;

WORKBOOK_NEEDS_CAPABILITY(9, 0);
WORKBOOK_PROMISE(does_not_wait, show_box, sums_by_boxes, store_tiles, sums_by_strips, sums_of_rows)
WORKBOOK_PROMISE(reports_errors, show_box, sums_by_boxes, store_tiles, sums_by_strips, sums_of_rows)
WORKBOOK_PROMISE(uses_gpu, sums_by_boxes, sums_by_strips, sums_of_rows)
WORKBOOK_EXCEPT(any_address, "matrices begin at multiples of 16 bytes", show_box, refusal,
                sums_by_boxes, store_tiles, sums_by_strips, sums_of_rows)
WORKBOOK_EXCEPT(keeps_errors, "the probe catches what is thrown", refusal)

namespace {

using Numbers = std::vector<float>;

struct Layout {
    int rows, columns, pitch, out_pitch;
};
Layout packed(int rows, int columns) { return {rows, columns, columns, columns}; }

std::string described(const Layout& x) {
    std::ostringstream text;
    text << x.rows << " x " << x.columns << ", pitch " << x.pitch;
    if (x.out_pitch != x.pitch) text << ", pitch of out " << x.out_pitch;
    return text.str();
}

constexpr float behind_a_row = -777;

// A copy by TMA writes pieces of 16 bytes: these may be written behind a row's last column.
int end_of_pieces(int columns) { return (columns + 3) / 4 * 4; }

// A matrix of these elements, with other numbers behind each row's end.
template <typename Element>
Numbers filled(int rows, int columns, int pitch, const Element& element) {
    Numbers values(area(rows, pitch), behind_a_row);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) values[area(r, pitch) + c] = element(r, c);
    return values;
}

// Told plainly, where a gap is empty: what it does not do shows as a fault, or as a hang.
void needs(const char* kernel, const char* pattern, const char* missing) {
    const Ptx ptx = learner_ptx().kernel(kernel);
    if (!ptx.lines().empty()) REQUIRE_THAT(ptx, has(pattern, missing));
}
constexpr const char* tensor_load = R"(cp\.async\.bulk\.tensor\S*\.shared::\w+\.global)";
constexpr const char* tensor_store = R"(cp\.async\.bulk\.tensor\S*\.global\.shared::cta)";

// ---- Step 1 ----

float mark(int row, int column) { return static_cast<float>(1001 + 1000 * row + column); }

std::string name_of_mark(float value, int rows, int columns) {
    if (value == 0) return "0";
    if (value == behind_a_row) return "a number from behind the end of a row";
    const int number = static_cast<int>(value) - 1001;
    if (value > 1000 && number / 1000 < rows && number % 1000 < columns)
        return place('A', number / 1000, number % 1000);
    std::ostringstream text;
    text << value;
    return text.str();
}

void check_box(int rows, int columns, int pitch, int box, int row, int column) {
    INFO("map_of, matrix A of " << rows << " x " << columns << " floats, pitch " << pitch
                                << "; a box of " << box << " rows at row " << row << ", column "
                                << column);
    const Run run =
        WORKBOOK_RUN(show_box, device_in(filled(rows, columns, pitch, mark)), rows, columns, pitch,
                     box, row, column, device_out<float>(area(box, tile_columns)));
    REQUIRE_THAT(run, completed());
    const auto found = run.output<float>(7);
    for (int r = 0; r < box; ++r)
        for (int c = 0; c < tile_columns; ++c) {
            const int i = row + r, j = column + c;
            const bool there = i >= 0 && i < rows && j >= 0 && j < columns;
            const float wanted = there ? mark(i, j) : 0, value = found[area(r, tile_columns) + c];
            if (value != wanted)
                FAIL("row " << r << ", column " << c << " of the box has become "
                            << name_of_mark(value, rows, columns) << "; expected is "
                            << (there ? place('A', i, j) : "0: the matrix has no such element"));
        }
}

void check_refusal(int skipped, int rows, int columns, int pitch, int wanted) {
    static const char* const what[] = {
        "nothing: this matrix can have a map",
        "std::invalid_argument, whose text speaks of the address",
        "std::invalid_argument, whose text speaks of the pitch",
        "std::invalid_argument, whose text speaks neither of the address nor of the pitch",
        "an exception that says nothing of it, as the driver's refusal"};
    INFO("map_of, " << rows << " x " << columns << " floats, pitch " << pitch << ", which begin "
                    << 4 * skipped << " bytes behind a multiple of 256");
    const Run run = WORKBOOK_RUN(refusal, device_in(Numbers(area(rows, pitch) + 32)), skipped, rows,
                                 columns, pitch);
    REQUIRE_THAT(run, completed());
    const int thrown = run.returned<int>();
    if (thrown == wanted) return;
    REQUIRE((thrown >= 0 && thrown <= 4));
    FAIL("map_of has thrown " << (thrown == 0 ? "nothing" : what[thrown]) << "; expected is "
                              << what[wanted]);
}

// ---- Step 3 ----

Run check_stores(int rows, int columns, int pitch, int row, int column) {
    INFO("store_tile, to a matrix of " << rows << " x " << columns << " floats, pitch " << pitch
                                       << "; two tiles, at row " << row << " and at row "
                                       << row + tile_rows << ", column " << column);
    Run run = WORKBOOK_RUN(store_tiles, device_out<float>(area(rows, pitch)), pitch, rows, columns,
                           row, column);
    REQUIRE_THAT(run, completed());
    const auto found = run.output<float>(0);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < pitch; ++j) {
            const int r = i - row, c = j - column;
            const bool in_tile = r >= 0 && r < 2 * tile_rows && c >= 0 && c < tile_columns;
            const std::size_t at = area(i, pitch) + j;
            const bool written = run.was_written(0, at);
            if (!in_tile || j >= columns) {
                if (written && !(in_tile && j < end_of_pieces(columns)))
                    FAIL("row " << i << ", column " << j << " was written: it is "
                                << (j >= columns ? "behind the end of the row"
                                                 : "in neither of the two tiles"));
                continue;
            }
            if (!written) FAIL("row " << i << ", column " << j << " was never written");
            const int number = r * tile_columns + c + 1, value = static_cast<int>(found[at]);
            if (static_cast<float>(number) != found[at])
                FAIL("row " << i << ", column " << j << " is " << found[at] << "; expected is "
                            << number << ", of the " << (r < tile_rows ? "first" : "second")
                            << " tile"
                            << (r < tile_rows && value > tile_rows * tile_columns
                                    ? ": the tile was written to before its copy had read it"
                                    : ""));
        }
    CHECK_THAT(run, launched(1));
    return run;
}

// ---- Sums of three rows ----

Numbers sums_of(const Layout& x, const Numbers& in) {
    Numbers sums(area(x.rows, x.columns));
    for (int i = 0; i < x.rows; ++i)
        for (int j = 0; j < x.columns; ++j)
            for (int r = std::max(i - 1, 0); r <= std::min(i + 1, x.rows - 1); ++r)
                sums[area(i, x.columns) + j] += in[area(r, x.pitch) + j];
    return sums;
}

// A way to the sums.
struct Step {
    const char* name;
    int tiles; // of a strip; 0: one box for each block; -1: as sums_of_rows has it
};
constexpr Step by_boxes{"sums_by_boxes", 0}, whole{"sums_of_rows", -1};

Run call(const Step& step, const Layout& x, const Numbers& in, std::uint64_t schedule) {
    const auto size = area(x.rows, x.out_pitch);
    if (step.tiles == 0)
        return WORKBOOK_RUN_SCHEDULED(schedule, sums_by_boxes, device_in(in), x.pitch,
                                      device_out<float>(size), x.out_pitch, x.rows, x.columns);
    if (step.tiles < 0)
        return WORKBOOK_RUN_SCHEDULED(schedule, sums_of_rows, device_in(in), x.pitch,
                                      device_out<float>(size), x.out_pitch, x.rows, x.columns);
    return WORKBOOK_RUN_SCHEDULED(schedule, sums_by_strips, device_in(in), x.pitch,
                                  device_out<float>(size), x.out_pitch, x.rows, x.columns,
                                  step.tiles);
}

// The matrix of argument 2 has been written, and nothing behind its rows' ends.
void check_written(const Run& run, const Layout& x) {
    for (int i = 0; i < x.rows; ++i)
        for (int j = 0; j < x.out_pitch; ++j) {
            const bool written = run.was_written(2, area(i, x.out_pitch) + j);
            if (j < x.columns && !written) FAIL("out(" << i << ", " << j << ") was never written");
            if (j >= end_of_pieces(x.columns) && written)
                FAIL("something was written behind the end of row " << i << " of out, to column "
                                                                    << j << " of " << x.columns);
        }
}

// The element (i, j) is 2^(i % 20): so a sum says which rows are in it.
std::string rows_in(float sum, int near) {
    if (sum < 0 || sum != std::floor(sum) || sum >= (1 << 20)) return "which is no sum of rows";
    const auto bits = static_cast<unsigned>(sum);
    if (bits == 0) return "the sum of no row";
    std::ostringstream text;
    const int first = std::max(near - 9, 0);
    for (int r = first; r < first + 20; ++r)
        if ((bits >> r % 20 & 1u) != 0) text << (text.tellp() > 0 ? ", " : "") << r;
    return (std::has_single_bit(bits) ? "which is row " : "the sum of rows ") + text.str();
}

Run check(const Step& step, const Layout& x, const Numbers& in, bool powers,
          std::uint64_t schedule = 0) {
    std::ostringstream heading;
    heading << step.name << ", " << described(x);
    if (step.tiles > 0) heading << ", strips of " << step.tiles << " tiles";
    if (powers) heading << "; in(i, j) is 2^(i % 20)";
    INFO(heading.str());
    Run run = call(step, x, in, schedule);
    REQUIRE_THAT(run, completed());
    check_written(run, x);
    const auto found = run.output<float>(2);
    const Numbers sums = sums_of(x, in);
    for (int i = 0; i < x.rows; ++i)
        for (int j = 0; j < x.columns; ++j) {
            const float value = found[area(i, x.out_pitch) + j];
            const float wanted = sums[area(i, x.columns) + j];
            if (value == wanted) continue;
            std::ostringstream text;
            text << "out(" << i << ", " << j << ") is " << value;
            if (powers) text << ", " << rows_in(value, i);
            text << "; expected is " << wanted;
            if (powers)
                text << ", the sum of rows " << std::max(i - 1, 0) << " to "
                     << std::min(i + 1, x.rows - 1);
            FAIL(text.str());
        }
    CHECK_THAT(run, launched(1) && allocated_nothing());
    return run;
}
Run check_powers(const Step& step, const Layout& x) {
    const auto power = [](int r, int) { return static_cast<float>(1 << r % 20); };
    return check(step, x, filled(x.rows, x.columns, x.pitch, power), true);
}
Run check_numbers(const Step& step, const Layout& x, std::uint64_t schedule = 0) {
    const Numbers numbers = whole_floats(area(x.rows, x.columns), 1, 1000);
    const auto number = [&](int r, int c) { return numbers[area(r, x.columns) + c]; };
    return check(step, x, filled(x.rows, x.columns, x.pitch, number), false, schedule);
}

const Layout all_layouts[] = {packed(32, 64),       packed(1, 4),    packed(31, 36),
                              packed(64, 128),      {1, 1, 4, 8},    {33, 65, 68, 72},
                              {100, 150, 160, 152}, packed(257, 200)};

// Bytes of boxes, without what lies beyond the matrix.
double bytes_of_boxes(const Layout& x) {
    double rows = 0;
    for (int first = 0; first < x.rows; first += tile_rows)
        rows += std::min(first + tile_rows + 1, x.rows) - std::max(first - 1, 0);
    return rows * x.columns * sizeof(float);
}

void check_traffic(const Step& step, const char* kernel) {
    const Layout x = packed(300, 200);
    const Run run = check_numbers(step, x);
    INFO(step.name << ", " << described(x));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(bytes_of_boxes(x)),
                            "a tile's box is to be copied once, and none beyond the last tile"));
    CHECK_THAT(learner_ptx().kernel(kernel),
               has_no(R"(\bld\.(global|volatile|relaxed|weak))",
                      "elements are loaded by threads: all are to come by copies of boxes"));
    CHECK_THAT(
        learner_ptx().kernel(kernel),
        has(R"(mbarrier\.(try|test)_wait|\bcall)",
            "no thread waits for the mbarrier: a barrier of the block knows nothing of a copy "
            "that is on its way"));
}

// ---- What only the compiled code shows ----

bool has_word(const PtxLine& line, const char* word) {
    return line.text.find(word) != std::string::npos;
}
bool is_load(const PtxLine& line) {
    return has_word(line, "cp.async.bulk.tensor") && has_word(line, "mbarrier::complete_tx");
}
bool is_wait(const PtxLine& line) {
    return has_word(line, "mbarrier.try_wait") || has_word(line, "mbarrier.test_wait");
}

// Between the last write to shared memory and the copy that reads it stands fence.proxy.async: the
// virtual GPU has one way to memory, and cannot miss the fence. What is called is not looked into.
class ShowsToCopies final : public RunMatcher {
  public:
    explicit ShowsToCopies(const char* kernel) : kernel_(kernel) {}
    bool match(const Run&) const override {
        bool shown = true;
        const Ptx ptx = learner_ptx().kernel(kernel_);
        for (const PtxLine& line : ptx.lines()) {
            if (line.text.starts_with("call")) return true;
            if (has_word(line, "st.shared")) shown = false;
            if (has_word(line, "fence.proxy.async")) shown = true;
            if (!shown && has_word(line, "cp.async.bulk.tensor") && has_word(line, "bulk_group"))
                return fails(Verdict::requirement,
                             "between the threads' writes to the tile and the copy that reads it "
                             "stands no fence.proxy.async: copies go another way to shared "
                             "memory, and without show_to_copies() may read what was there before");
        }
        return true;
    }

  private:
    const char* kernel_;
};

// A box is on its way while another one is added up: along some way through the kernel, it reads
// shared memory behind a wait, and has begun more boxes than it has waited for.
class LoadsAhead final : public RunMatcher {
  public:
    bool match(const Run&) const override {
        const Ptx ptx = learner_ptx().kernel("strips_kernel");
        const auto& lines = ptx.lines();
        if (std::ranges::any_of(lines, is_beyond)) return true;
        bool reads_behind_a_copy = false; // if not, some warps copy and others add
        std::set<Point> seen;
        std::vector<Point> open{{}};
        while (!open.empty()) {
            const Point point = open.back();
            open.pop_back();
            if (point.line >= lines.size() || !seen.insert(point).second) continue;
            if (has_word(lines[point.line], "ld.shared") && point.has_waited && point.has_begun) {
                reads_behind_a_copy = true;
                if (point.on_their_way > 0) return true;
            }
            for (const Point& next : after(point, lines)) open.push_back(next);
        }
        return !reads_behind_a_copy ||
               fails(Verdict::requirement,
                     "each box is waited for as soon as its copy has begun: while one box is added "
                     "up, the next one is to be on its way to the other place");
    }

  private:
    struct Point {
        std::size_t line = 0; // the next one
        int on_their_way = 0; // boxes, 2 at most
        bool has_begun = false, has_waited = false;
        auto operator<=>(const Point&) const = default;
    };

    // What is called is not looked into; and where threads arrive at an mbarrier without announcing
    // bytes, some waits are for threads.
    static bool is_beyond(const PtxLine& line) {
        return line.text.starts_with("call") || has_word(line, "brx.idx") ||
               (has_word(line, "mbarrier.arrive") && !has_word(line, "expect_tx"));
    }

    static std::vector<Point> after(Point point, const std::vector<PtxLine>& lines) {
        const PtxLine& line = lines[point.line++];
        if (is_load(line)) {
            point.has_begun = true;
            point.on_their_way = std::min(point.on_their_way + 1, 2);
        } else if (is_wait(line)) {
            point.has_waited = true;
            point.on_their_way = std::max(point.on_their_way - 1, 0);
        }
        const bool may_go_on = line.text.starts_with('@');
        const auto target = line.text.find("$L__BB");
        if (has_word(line, "bra") && target != std::string::npos) {
            std::vector<Point> next;
            if (may_go_on) next.push_back(point);
            const std::string label = line.text.substr(target) + ":";
            for (point.line = 0; point.line < lines.size(); ++point.line)
                if (lines[point.line].text == label) next.push_back(point);
            return next;
        }
        if (line.text.starts_with("ret") || line.text.starts_with("exit")) return {};
        return {point};
    }
};

} // namespace

TEST_CASE("1: map_of, boxes inside the matrix") {
    check_box(34, 64, 64, 34, 0, 0);
    check_box(40, 200, 200, 34, 3, 64);
    check_box(50, 128, 128, 32, 17, 64);
    check_box(90, 100, 100, 5, 70, 36);
    check_box(2500, 80, 80, 1, 2499, 8);
}

TEST_CASE("1: map_of, zeros beyond the edges") {
    check_box(31, 36, 36, 34, -1, 0);
    check_box(31, 37, 40, 34, -1, 0); // what stands behind a row is no part of the matrix
    check_box(100, 130, 132, 34, 80, 128);
    check_box(70, 100, 104, 8, 66, -32);
    check_box(1, 4, 4, 34, -1, 0);
    check_box(1, 1, 4, 1, 0, 0);
    check_box(60, 60, 60, 12, 60, 0);
}

TEST_CASE("1: map_of, matrices that can have no map") {
    check_refusal(0, 8, 8, 8, 0);
    for (const int skipped : {1, 2, 3}) check_refusal(skipped, 8, 8, 8, 1);
    for (const int skipped : {4, 8, 20}) check_refusal(skipped, 8, 8, 8, 0);
    for (const int pitch : {5, 6, 7, 9}) check_refusal(0, 4, 5, pitch, 2);
    check_refusal(0, 4, 5, 8, 0);
    check_refusal(4, 3, 1, 12, 0);
    check_refusal(0, 0, 8, 8, 4); // what the driver refuses is thrown, too
}

TEST_CASE("2: one_box_kernel, whole tiles", "[weight:2]") {
    needs("one_box_kernel", tensor_load, "one_box_kernel begins no copy of a box yet");
    check_powers(by_boxes, packed(32, 64));
    check_powers(by_boxes, packed(64, 128));
    check_numbers(by_boxes, packed(96, 192));
}

TEST_CASE("2: one_box_kernel, any shape") {
    needs("one_box_kernel", tensor_load, "one_box_kernel begins no copy of a box yet");
    for (const Layout& x : all_layouts) {
        check_powers(by_boxes, x);
        check_numbers(by_boxes, x);
    }
}

TEST_CASE("2: one_box_kernel, each box is copied once") {
    needs("one_box_kernel", tensor_load, "one_box_kernel begins no copy of a box yet");
    check_traffic(by_boxes, "one_box_kernel");
}

TEST_CASE("3: store_tile, two tiles one after the other", "[weight:2]") {
    needs("store_tiles_kernel", tensor_store, "store_tile begins no copy of the tile yet");
    check_stores(64, 64, 64, 0, 0);
    check_stores(100, 200, 200, 30, 128);
    check_stores(70, 72, 76, 3, 4);
}

TEST_CASE("3: store_tile, nothing is written beyond the edges") {
    needs("store_tiles_kernel", tensor_store, "store_tile begins no copy of the tile yet");
    check_stores(31, 36, 36, 0, 0);
    check_stores(50, 37, 48, 0, 0);
    check_stores(65, 130, 132, 33, 128);
    check_stores(40, 80, 80, 20, 76);
    check_stores(20, 80, 80, 64, 0); // all of it is beyond
    check_stores(1, 4, 4, 0, 0);
}

TEST_CASE("3: store_tile, the copy sees what the threads have written") {
    needs("store_tiles_kernel", tensor_store, "store_tile begins no copy of the tile yet");
    const Run run = check_stores(64, 64, 64, 0, 0);
    CHECK_THAT(run, ShowsToCopies("store_tiles_kernel"));
}

TEST_CASE("4: strips_kernel, the state after each number of tiles", "[weight:2]") {
    needs("strips_kernel", tensor_load, "strips_kernel begins no copy of a box yet");
    for (const int tiles : {1, 2, 3, 4, 5, 6, 9})
        check_powers({"sums_by_strips", tiles}, packed(tiles * tile_rows, 64));
}

TEST_CASE("4: strips_kernel, any shape") {
    needs("strips_kernel", tensor_load, "strips_kernel begins no copy of a box yet");
    for (const int tiles : {1, 2, 5})
        for (const Layout& x : all_layouts) check_numbers({"sums_by_strips", tiles}, x);
    check_numbers(whole, packed(31, 36));
    check_numbers(whole, {600, 131, 132, 136});
}

TEST_CASE("4: strips_kernel, each box is copied once, while another one is added up",
          "[weight:2]") {
    needs("strips_kernel", tensor_load, "strips_kernel begins no copy of a box yet");
    for (const int tiles : {1, 3, 4}) check_traffic({"sums_by_strips", tiles}, "strips_kernel");
    const Run run = check_numbers(whole, packed(256, 64));
    CHECK_THAT(run, ShowsToCopies("strips_kernel"));
    CHECK_THAT(run, LoadsAhead());
    CHECK_THAT(learner_ptx().kernel("strips_kernel"),
               has_no(R"(\bst\.global)", "tiles are to go back by store_tile"));
}

TEST_CASE("4: any order of blocks and warps") {
    needs("strips_kernel", tensor_load, "strips_kernel begins no copy of a box yet");
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000)) {
        check_numbers(by_boxes, packed(40, 68), seed);
        check_numbers({"sums_by_strips", 5}, packed(150, 68), seed);
    }
}

WORKBOOK_GAIN(gain) {
    const int rows = static_cast<int>(gain.size(256, 8192)), columns = rows;
    const Numbers in = whole_floats(area(rows, columns), 1, 1000);
    gain.about("sums_of_rows of a matrix of ", rows, " x ", columns, " floats");
    WORKBOOK_GAIN_CALL(gain, sums_of_rows, device_in(in), columns,
                       device_out<float>(area(rows, columns)), columns, rows, columns);
    if (gain.on_gpu()) {
        Numbers sums(in.size());
        gain.beside("A loop", [&] {
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < columns; ++j) {
                    const std::size_t at = area(i, columns) + j;
                    sums[at] = (i > 0 ? in[at - columns] : 0) + in[at] +
                               (i + 1 < rows ? in[at + columns] : 0);
                }
        });
        return;
    }
    const std::uint64_t boxes = gain.blocks() * 8;
    const std::uint64_t pieces = boxes * box_rows * tile_columns / 32;
    gain.say("Your ", boxes, " boxes came by ", boxes, " instructions of one thread each.");
    gain.say("As in lesson 33, with a load and a store for each element, warps make ", 2 * pieces,
             ", and compute an address and a guard for each.");
}
