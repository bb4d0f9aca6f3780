// Checks of lesson 65. The reference computes in double, one query at a time. `simulate` computes
// as a program with a usual mistake does, so that a wrong output is recognised.
//
// Tolerance, with e = 2^-24: a score is a sum of 64 products, here below 100 in all, so it is off
// by 64 * 100 / 8 e at most; exp makes as much of it relative in a weight, and adds 2 + 1.2 |x| ulp
// by the quick exponential, 110 e where a weight still matters. Sums of positive weights add n e. A
// mean of values is off by twice that, times the largest value. 1e-4 of it covers all data here.
#include "flash_attention.hpp"

#include "harness/floats.hpp"
#include "harness/harness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, attention_rows, tile_scores, attention_tiles, attention)
WORKBOOK_PROMISE(reports_errors, attention_rows, tile_scores, attention_tiles, attention)
WORKBOOK_PROMISE(uses_gpu, attention_rows, attention_tiles, attention)
WORKBOOK_EXCEPT(any_address, "rows are read 16 bytes at a time", attention_rows, tile_scores,
                attention_tiles, attention)

namespace {

using Matrix = std::vector<float>;
using Numbers = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
const float halving = -std::log(2.0f); // exp of it

std::size_t area(int rows, int columns) { return static_cast<std::size_t>(rows) * columns; }

struct Problem {
    int heads, queries, keys;
    bool causal;
    Matrix Q, K, V;
    std::string what;
};

Problem empty_problem(int heads, int queries, int keys, bool causal, std::string what) {
    return {heads,
            queries,
            keys,
            causal,
            Matrix(area(heads * queries, head_size)),
            Matrix(area(heads * keys, head_size)),
            Matrix(area(heads * keys, head_size)),
            std::move(what)};
}

// Key j of each head has the score of(j) for each query. Value d of key j is 1 if d is j % 64:
// up to 64 keys, the output is the weights.
template <class Of>
Problem with_scores(int heads, int queries, int keys, bool causal, std::string what, Of of) {
    Problem x = empty_problem(heads, queries, keys, causal, std::move(what));
    for (int i = 0; i < heads * queries; ++i) x.Q[area(i, head_size)] = 8;
    for (int j = 0; j < heads * keys; ++j) {
        x.K[area(j, head_size)] = of(j % keys);
        x.V[area(j, head_size) + j % keys % head_size] = 1;
    }
    return x;
}

// All weights are equal. Value 0 of key j is j, so value 0 of the output tells how many keys a
// query has seen.
Problem numbered(int queries, int keys, bool causal) {
    Problem x = empty_problem(1, queries, keys, causal, "equal scores, value 0 of key j is j");
    for (int j = 0; j < keys; ++j) x.V[area(j, head_size)] = static_cast<float>(j);
    return x;
}

Problem normals(int heads, int queries, int keys, bool causal) {
    Problem x = empty_problem(heads, queries, keys, causal, "normally distributed");
    for (Matrix* matrix : {&x.Q, &x.K, &x.V}) *matrix = random_normals<float>(matrix->size(), 0, 1);
    return x;
}

// A usual mistake, in words; what a right program does is the default.
struct Way {
    const char* mistake = "";
    double scale = 0.125;
    int sees_more = 0;         // keys, if causal
    bool aligned_left = false; // query i sees keys 0 to i
    bool sees_all = false;
    bool o_kept = false, sum_kept = false, upside_down = false; // where the maximum rises
    bool divided_each_time = false;
    bool from_zero = false;   // the maximum
    int skips = 0, drops = 0; // tiles at the begin and at the end
    bool repeats = false;     // the last key, up to the end of its tile
};

const Way usual_mistakes[] = {
    {.mistake = "the scores are not scaled by 1 / 8", .scale = 1},
    {.mistake = "the scores are scaled twice", .scale = 1 / 64.0},
    {.mistake = "each query sees one key too many", .sees_more = 1},
    {.mistake = "each query sees one key less than it should", .sees_more = -1},
    {.mistake = "query i sees keys 0 to i; it is to see keys 0 to i + keys - queries",
     .aligned_left = true},
    {.mistake = "all queries see all keys: what is causal?", .sees_all = true},
    {.mistake = "the values added up so far were not rescaled when the maximum rose",
     .o_kept = true},
    {.mistake = "the sum so far was not rescaled when the maximum rose", .sum_kept = true},
    {.mistake = "neither sum nor values were rescaled when the maximum rose",
     .o_kept = true,
     .sum_kept = true},
    {.mistake = "the factor is upside down: exp(old maximum - new maximum), which is at most 1",
     .upside_down = true},
    {.mistake = "the values are divided by the sum in each step; only at the end is it known",
     .divided_each_time = true},
    {.mistake = "the maximum began with 0: it is minus infinity", .from_zero = true},
    {.mistake = "the first tile is missing", .skips = 1},
    {.mistake = "the last tile is missing", .drops = 1},
    {.mistake = "behind the last key its copies are counted, too, up to the end of the tile: "
                "their scores have to be minus infinity",
     .repeats = true},
};

struct State {
    double maximum = -infinity, sum = 0;
    Numbers o = Numbers(head_size);
};

int keys_seen(const Problem& x, int query, const Way& way = {}) {
    if (!x.causal || way.sees_all) return x.keys;
    const int offset = way.aligned_left ? 0 : x.keys - x.queries;
    return std::clamp(query + 1 + offset + way.sees_more, 0, x.keys);
}

// The state of a query after its keys below `upto`, taken `step` at a time; o is the output.
State simulate(const Problem& x, int head, int query, int upto, int step, const Way& way = {}) {
    State state;
    if (way.from_zero) state.maximum = 0;
    const int seen = std::min(keys_seen(x, query, way), upto);
    int end = seen;
    if (way.repeats && seen == x.keys) end = (seen + step - 1) / step * step;
    const int last = way.drops > 0 ? (seen - 1) / step * step : end;
    for (int first = way.skips * step; first < last; first += step) {
        Numbers scores;
        double maximum = state.maximum;
        for (int j = first; j < std::min(first + step, end); ++j) {
            double sum = 0;
            for (int d = 0; d < head_size; ++d)
                sum += double{x.Q[area(head * x.queries + query, head_size) + d]} *
                       x.K[area(head * x.keys + std::min(j, x.keys - 1), head_size) + d];
            scores.push_back(way.scale * sum);
            maximum = std::max(maximum, scores.back());
        }
        const double factor = maximum == -infinity ? 1
                              : way.upside_down && state.maximum > -infinity
                                  ? std::exp(maximum - state.maximum)
                                  : std::exp(state.maximum - maximum);
        const bool begun = state.maximum > -infinity;
        state.maximum = maximum;
        if (!way.sum_kept || !begun) state.sum *= factor;
        for (double& o : state.o)
            if (!way.o_kept || !begun) o *= factor;
        for (std::size_t k = 0; k < scores.size(); ++k) {
            const double weight = std::exp(scores[k] - maximum);
            const int j = std::min(first + static_cast<int>(k), x.keys - 1);
            state.sum += weight;
            for (int d = 0; d < head_size; ++d)
                state.o[d] += weight * x.V[area(head * x.keys + j, head_size) + d];
        }
        if (way.divided_each_time)
            for (double& o : state.o) o /= state.sum;
    }
    for (double& o : state.o) o = state.sum == 0 ? 0 : o / state.sum;
    return state;
}

std::string shape(const Problem& x) {
    std::ostringstream text;
    text << "heads = " << x.heads << ", queries = " << x.queries << ", keys = " << x.keys
         << (x.causal ? ", causal, " : ", ") << x.what;
    return text.str();
}

// What a wrong row of O is, if it comes of a usual mistake.
std::string looks_like(const float* found, const Problem& x, int head, int query, int upto,
                       int step, double most) {
    if (std::any_of(found, found + head_size, [](float o) { return o != o; }))
        return keys_seen(x, query) == 0
                   ? ": the query sees no key, so its output is 0. NaN is 0 / 0, or minus "
                     "infinity less minus infinity"
                   : ": NaN is 0 / 0, or minus infinity less minus infinity";
    const bool zero = std::all_of(found, found + head_size, [](float o) { return o == 0; });
    for (const Way& way : usual_mistakes) {
        if ((zero || step == 1) && way.skips + way.drops > 0) continue;
        const State other = simulate(x, head, query, upto, step, way);
        bool same = true;
        for (int d = 0; d < head_size; ++d) same &= close(found[d], other.o[d], 0, most);
        if (same) return std::string(": ") + way.mistake;
    }
    return zero ? ": nothing was added up" : "";
}

void compare(const Run& run, const Problem& x, int upto, int step) {
    REQUIRE_THAT(run, completed());
    const Matrix O = run.output<float>(3);
    float largest = 0;
    for (const float v : x.V) largest = std::max(largest, std::abs(v));
    for (int row = 0; row < x.heads * x.queries; ++row) {
        const int head = row / x.queries, query = row % x.queries;
        const State expected = simulate(x, head, query, upto, step);
        for (int d = 0; d < head_size; ++d) {
            const std::size_t at = area(row, head_size) + d;
            if (close(O[at], expected.o[d], 0, 1e-4 * largest)) continue;
            std::ostringstream text;
            text << "query " << query << " of head " << head << ", value " << d << ": ";
            if (!run.was_written(3, at)) FAIL(text.str() << "O was not written");
            FAIL(text.str() << "O is " << O[at] << "; expected is " << expected.o[d]
                            << looks_like(&O[area(row, head_size)], x, head, query, upto, step,
                                          1e-4 * largest));
        }
    }
}

void check_rows(const Problem& x, int upto) {
    INFO("attention_rows, " << shape(x) << ", upto = " << upto);
    const Run run = WORKBOOK_RUN(attention_rows, device_in(x.Q), device_in(x.K), device_in(x.V),
                                 device_out<float>(x.Q.size()), x.queries, x.keys, x.causal, upto,
                                 device_out<float>(x.queries), device_out<float>(x.queries));
    REQUIRE_THAT(run, completed());
    const Matrix maximum = run.output<float>(8), sum = run.output<float>(9);
    for (int i = 0; i < x.queries; ++i) {
        const State state = simulate(x, 0, i, upto, 1);
        const bool right =
            close(maximum[i], state.maximum, 0, 1e-5) && close(sum[i], state.sum, 1e-4);
        if (right) continue;
        std::string hint = sum[i] == 0 ? ": nothing was added up" : "";
        for (const Way& way : usual_mistakes) {
            const State other = simulate(x, 0, i, upto, 1, way);
            if (hint.empty() && way.skips + way.drops == 0 &&
                close(maximum[i], other.maximum, 0, 1e-5) && close(sum[i], other.sum, 1e-4))
                hint = std::string(": ") + way.mistake;
        }
        FAIL("query " << i << ": the maximum is " << maximum[i] << " and the sum " << sum[i]
                      << "; expected are " << state.maximum << " and " << state.sum << hint);
    }
    compare(run, x, upto, 1);
}

Run check_tiles(const Problem& x, int tiles) {
    INFO("attention_tiles, " << shape(x) << ", tiles = " << tiles);
    Run run =
        WORKBOOK_RUN(attention_tiles, device_in(x.Q), device_in(x.K), device_in(x.V),
                     device_out<float>(x.Q.size()), x.heads, x.queries, x.keys, x.causal, tiles);
    compare(run, x, tiles * key_tile, key_tile);
    return run;
}

Run check_attention(const Problem& x, std::uint64_t schedule = 0) {
    INFO("attention, " << shape(x));
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, attention, device_in(x.Q), device_in(x.K), device_in(x.V),
                               device_out<float>(x.Q.size()), x.heads, x.queries, x.keys, x.causal);
    compare(run, x, x.keys, key_tile);
    return run;
}

// The scores of a block's tile, of data that say where they come from: one of Q and K has a single
// 8 in each row, the other is `marked`, so that a score is one of its elements.
void check_scores(int queries, int keys, bool causal, int q, int k, bool marked_keys) {
    Problem x = empty_problem(1, queries, keys, causal, "");
    Matrix& marked = marked_keys ? x.K : x.Q;
    Matrix& picking = marked_keys ? x.Q : x.K;
    for (std::size_t i = 0; i < marked.size(); ++i)
        marked[i] = static_cast<float>(1000 * (i / head_size) + i % head_size + 1);
    for (std::size_t i = 0; i < picking.size() / head_size; ++i)
        picking[i * head_size + (7 * i + 3) % head_size] = 8;
    INFO("tile_scores, queries = " << queries << ", keys = " << keys << (causal ? ", causal" : "")
                                   << ", q = " << q << ", k = " << k);
    const Run run = WORKBOOK_RUN(tile_scores, device_in(x.Q), device_in(x.K), queries, keys, causal,
                                 q, k, device_out<float>(area(query_tile, key_tile)));
    REQUIRE_THAT(run, completed());
    const Matrix scores = run.output<float>(7);
    for (int r = 0; r < std::min(query_tile, queries - q); ++r)
        for (int c = 0; c < key_tile; ++c) {
            const float found = scores[area(r, key_tile) + c];
            const bool seen = k + c < keys_seen(x, q + r);
            const int row = marked_keys ? k + c : q + r;
            const int d = (7 * (marked_keys ? q + r : k + c) + 3) % head_size;
            const auto wanted = static_cast<float>(1000 * row + d + 1);
            if (found == (seen ? wanted : -infinity)) continue;
            std::ostringstream text;
            text << "scores(" << r << ", " << c << "), of query " << q + r << " and key " << k + c
                 << ", is " << found << "; expected is ";
            if (!seen)
                FAIL(text.str() << "minus infinity: "
                                << (k + c >= keys ? "there is no such key"
                                                  : "the query does not see that key"));
            text << wanted << ": one of both rows has a single 8, the other has "
                 << "1000 * row + column + 1";
            if (found == -infinity) text << ". The query sees that key";
            if (found == 8 * wanted) text << ". The product is not scaled by 1 / 8";
            FAIL(text.str());
        }
}

} // namespace

TEST_CASE("1: attention_rows, the state after each key", "[weight:2]") {
    const auto fall = [](int j) { return halving * j; };
    const auto rise = [](int j) { return halving * (7 - j); };
    for (const int upto : {1, 2, 3, 8, 0}) {
        check_rows(with_scores(1, 2, 8, false, "each weight half of the one before", fall), upto);
        check_rows(with_scores(1, 2, 8, false, "each weight twice the one before", rise), upto);
    }
    check_rows(with_scores(1, 2, 8, false, "all scores -1000", [](int) { return -1000.f; }), 8);
    check_rows(with_scores(1, 2, 8, false, "scores from -1e4 to 1e4",
                           [](int j) { return 1e4f * static_cast<float>(j % 3 - 1); }),
               8);
}

TEST_CASE("1: attention_rows, causal or not") {
    for (const auto& [queries, keys] : {std::pair{20, 20}, {5, 30}, {70, 60}}) {
        check_rows(numbered(queries, keys, true), keys);
        check_rows(normals(1, queries, keys, false), keys);
        check_rows(normals(1, queries, keys, true), keys / 2);
    }
}

TEST_CASE("2: tile_scores, the products", "[weight:2]") {
    for (const bool marked_keys : {true, false}) {
        check_scores(64, 32, false, 0, 0, marked_keys);
        check_scores(192, 96, false, 128, 64, marked_keys);
    }
}

TEST_CASE("3: tile_scores, which key a query sees", "[weight:2]") {
    check_scores(64, 20, false, 0, 0, true);
    check_scores(70, 50, false, 64, 32, true);
    check_scores(64, 64, true, 0, 0, true);
    check_scores(64, 64, true, 0, 32, true);
    check_scores(130, 150, true, 64, 64, true);
    check_scores(100, 60, true, 64, 32, false);
}

TEST_CASE("4: one tile of keys", "[weight:2]") {
    const auto scores = [](int j) { return halving * static_cast<float>(j % 7); };
    for (const int keys : {32, 1, 5, 31})
        check_tiles(with_scores(1, 64, keys, false, "weights 1, 1/2, ... 1/64 in turn", scores), 1);
    for (const float score : {-1000.f, -1e10f, -1e36f})
        check_tiles(with_scores(1, 64, 32, false, "all scores the same, far below 0",
                                [&](int) { return score; }),
                    1);
    for (const int peak : {0, 9, 18, 31})
        check_tiles(with_scores(1, 64, 32, false,
                                "scores 0, but 1000 for key " + std::to_string(peak),
                                [&](int j) { return j == peak ? 1000.f : 0.0f; }),
                    1);
    check_tiles(numbered(32, 32, true), 1);
    check_tiles(normals(1, 64, 32, false), 1);
    check_tiles(normals(1, 40, 20, true), 1); // queries without keys
}

TEST_CASE("5: the state after each tile", "[weight:2]") {
    const auto tile = [](int j) { return static_cast<float>(j / key_tile); };
    const auto rise = [&](int j) { return -halving * tile(j); };
    const auto fall = [&](int j) { return halving * tile(j); };
    for (const int tiles : {2, 3, 4, 0}) {
        check_tiles(with_scores(1, 64, 128, false, "each tile's weights twice those before", rise),
                    tiles);
        check_tiles(
            with_scores(1, 64, 128, false, "each tile's weights half of those before", fall),
            tiles);
        check_tiles(normals(1, 64, 128, true), tiles);
    }
}

TEST_CASE("5: attention, any number of queries and keys", "[weight:2]") {
    for (const auto& [queries, keys] : {std::pair{1, 1},
                                        {63, 63},
                                        {64, 64},
                                        {65, 65},
                                        {3, 1000},
                                        {100, 33},
                                        {130, 70},
                                        {5, 0},
                                        {0, 5}}) {
        check_attention(normals(1, queries, keys, false));
        check_attention(normals(1, queries, keys, true));
    }
    for (const auto& [queries, keys] : {std::pair{100, 100}, {40, 150}, {150, 40}})
        check_attention(numbered(queries, keys, true));
    check_attention(normals(3, 70, 50, true));
    check_attention(normals(2, 30, 80, false));
    check_attention(normals(0, 30, 80, false));
    check_attention(with_scores(2, 10, 100, true, "scores from -1e4 to 1e4",
                                [](int j) { return 1e4f * static_cast<float>(j % 3 - 1); }));
    check_attention(with_scores(1, 10, 70, false, "all scores -1e36", [](int) { return -1e36f; }));
}

// What becomes a little too large or too small with each tile is far off after a thousand.
TEST_CASE("5: attention, more keys and queries than 16 bits count") {
    check_attention(with_scores(1, 3, 32'800, false, "scores 0, but 200 for key 0",
                                [](int j) { return j == 0 ? 200.f : 0.0f; }));
    check_attention(numbered(32'800, 40, true));
}

TEST_CASE("5: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_attention(normals(1, 130, 100, true), seed);
}

TEST_CASE("5: Q once, K and V once for 64 queries, 16 bytes at a time, in float", "[weight:2]") {
    const int heads = 2, queries = 128, keys = 256;
    for (const bool causal : {false, true}) {
        const Problem x = normals(heads, queries, keys, causal);
        const Run run = check_attention(x);
        INFO("attention, " << shape(x));
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, launched_with(grid(queries / query_tile, heads), block(64)));
        CHECK_THAT(run, allocated_nothing());
        int tiles = 0; // of keys, for all blocks of a head
        for (int last = query_tile - 1; last < queries; last += query_tile)
            tiles += (keys_seen(x, last) + key_tile - 1) / key_tile;
        const double row = head_size * sizeof(float),
                     products = 2.0 * heads * tiles * query_tile * key_tile * head_size;
        CHECK_THAT(run, traffic("global_load_bytes",
                                at_most(heads * row * (queries + 2.0 * tiles * key_tile)),
                                "a block is to read its queries once, and each tile of keys and "
                                "values once, as far as one of its queries sees a key of it"));
        CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"),
                                at_most(1 / 512.0), "rows are to be read 16 bytes at a time"));
        CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                                "neighbouring threads are to read neighbours"));
        CHECK_THAT(run, traffic("global_store_bytes", at_most(heads * queries * row),
                                "each element of O is to be written once, and no score at all"));
        // 12 loads for 128 products of scores, 16 for 256 of values: 0.078.
        CHECK_THAT(run, traffic("shared_load_requests", at_most(0.1 * products / 32),
                                "a thread is to load fours from shared memory, 12 for 128 products "
                                "of scores and 16 for 256 of values, and to use them out of "
                                "registers"));
        CHECK_THAT(run, traffic("shared_load_conflicts", per("shared_load_requests"), at_most(0.5),
                                "lanes of a warp read different words of one bank"));
        CHECK_THAT(run, traffic("local_requests", at_most(0),
                                "scores, weights or sums are in local memory and not in "
                                "registers: do all loops over them have a fixed number of rounds, "
                                "and #pragma unroll?"));
    }
    CHECK_THAT(learner_ptx(),
               has_no(R"(\.f64)", "there is a double on the way: expf or __expf, not exp, and "
                                  "literals with f"));
    CHECK_THAT(learner_ptx(),
               has_no(R"(\.(b?f16|tf32))", "there is a number of 16 or 19 bits on the "
                                           "way: all is to be computed in float"));
}

WORKBOOK_GAIN(gain) {
    const int n = static_cast<int>(gain.size(256, 2048));
    const Problem x = normals(1, n, n, false);
    Matrix weights(n), O(head_size);
    gain.about(n, " queries and keys of ", head_size, " floats");
    WORKBOOK_GAIN_CALL(gain, attention, device_in(x.Q), device_in(x.K), device_in(x.V),
                       device_out<float>(x.Q.size()), 1, n, n, false);
    gain.beside("Loops over queries and keys", [&] {
        for (int i = 0; i < n; ++i) {
            float sum = 0;
            for (int j = 0; j < n; ++j) {
                float score = 0;
                for (int d = 0; d < head_size; ++d)
                    score += x.Q[area(i, head_size) + d] * x.K[area(j, head_size) + d];
                sum += weights[j] = std::exp(score / 8);
            }
            std::fill(O.begin(), O.end(), 0.0f);
            for (int j = 0; j < n; ++j)
                for (int d = 0; d < head_size; ++d)
                    O[d] += weights[j] / sum * x.V[area(j, head_size) + d];
        }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes") + gain.count("global_store_bytes");
    // Written; read twice and written once for the weights; read.
    const std::uint64_t matrix = 5 * sizeof(float) * area(n, n);
    gain.say("Your kernel moved ", in_bytes(own), " of global memory.");
    gain.say("A matrix of ", n, " x ", n,
             " scores, written, made weights of as in lesson 47 and read "
             "by a product, moves ",
             in_bytes(matrix), ", ", times_as(matrix, own, "much"), ".");
}
