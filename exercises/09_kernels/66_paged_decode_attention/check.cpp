// Checks of lesson 66. The reference gathers the keys of a sequence and computes in double.
//
// Rows of the cache that hold no key are NaN, and numbers of pages that the table does not have are
// numbers of no page: what is used of them shows.
//
// Tolerance: as in lesson 65. A score is a sum of 64 products, below 100 in all, so a weight is off
// by 64 * 100 / 8 * 2^-24 of it, and by 110 * 2^-24 more because of the quick exponential. 1e-4 of
// the largest value covers it, which is below 5.
#include "paged_decode_attention.hpp"

#include "harness/floats.hpp"
#include "harness/harness.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, gather, products, worker_states, part_states, decode)
WORKBOOK_PROMISE(reports_errors, gather, products, worker_states, part_states, decode)
WORKBOOK_PROMISE(uses_gpu, gather, products, worker_states, part_states, decode)
WORKBOOK_PROMISE(fills_gpu, gather, products, part_states, decode)
WORKBOOK_EXCEPT(any_address, "rows are read 16 bytes at a time", gather, products, worker_states,
                part_states, decode)

namespace {
using Array = std::vector<float>;
using Numbers = std::vector<double>;
constexpr double infinity = INFINITY;
constexpr double tolerance = 5e-4; // of outputs: values are below 5
constexpr float unwritten = -0.5f; // what outputs hold before a call

struct Problem {
    int kv_heads, group, table_width;
    std::vector<int> lengths, table;
    Array q, keys, values;
    std::string what = "normally distributed";
    int sequences() const { return static_cast<int>(lengths.size()); }
    int query_heads() const { return kv_heads * group; }
    int parts() const { return parts_for(table_width); }
    std::size_t states() const { return lengths.size() * query_heads() * parts(); }
    std::size_t place(int sequence, int head, int i) const {
        const int page = table[static_cast<std::size_t>(sequence) * table_width + i / page_keys];
        return ((static_cast<std::size_t>(page) * kv_heads + head) * page_keys + i % page_keys) *
               head_size;
    }
};

int pages_of(int length) { return (length + page_keys - 1) / page_keys; }

// Pages in random order, some of which no sequence has. Behind them the table has no page's number.
Problem cache(const std::vector<int>& lengths, int kv_heads, int group) {
    Problem x{kv_heads, group, 1, lengths, {}, {}, {}, {}};
    int pages = 3;
    for (const int length : lengths) {
        x.table_width = std::max(x.table_width, pages_of(length) + 1);
        pages += pages_of(length);
    }
    const auto order = random_permutation(pages);
    std::size_t next = 0;
    for (const int length : lengths)
        for (int i = 0; i < x.table_width; ++i)
            x.table.push_back(i < pages_of(length) ? static_cast<int>(order[next++]) : 1 << 30);
    x.q = random_normals<float>(x.lengths.size() * x.query_heads() * head_size, 0, 1);
    x.keys.assign(static_cast<std::size_t>(pages) * kv_heads * page_keys * head_size, NAN);
    x.values = x.keys;
    return x;
}

template <class Of>
void for_each_key(Problem& x, Of of) {
    for (int s = 0; s < x.sequences(); ++s)
        for (int h = 0; h < x.kv_heads; ++h)
            for (int i = 0; i < x.lengths[s]; ++i)
                of(&x.keys[x.place(s, h, i)], &x.values[x.place(s, h, i)], i);
}

Problem normals(const std::vector<int>& lengths, int kv_heads, int group) {
    Problem x = cache(lengths, kv_heads, group);
    const Array numbers = random_normals<float>(2 * x.keys.size(), 0, 1);
    std::size_t at = 0;
    for_each_key(x, [&](float* key, float* value, int) {
        for (int d = 0; d < head_size; ++d) key[d] = numbers[at++], value[d] = numbers[at++];
    });
    return x;
}

// Key i has the score of(i) for all queries. Value d is 1 where d is i % 64, else 0.
template <class Of>
Problem with_scores(const char* what, const std::vector<int>& lengths, Of of) {
    Problem x = cache(lengths, 1, 1);
    x.what = what;
    for (std::size_t i = 0; i < x.q.size(); ++i) x.q[i] = i % head_size == 5 ? 8 : 0;
    for_each_key(x, [&](float* key, float* value, int i) {
        std::fill(key, key + head_size, 0.0f);
        std::fill(value, value + head_size, 0.0f);
        key[5] = of(i);
        value[i % head_size] = 1;
    });
    return x;
}

struct State {
    double maximum = -infinity, sum = 0;
    Numbers o = Numbers(head_size);
};

// A usual mistake, in words; what a right program does is the default.
struct Way {
    const char* mistake = "";
    double scale = 0.125;
    bool modulo = false;                                     // head mapping
    int other = -1;                                          // the query head that is used
    bool o_kept = false, sum_kept = false;                   // where the maximum rises
    bool averaged = false, added = false, undivided = false; // outputs
};

const Way usual_mistakes[] = {
    {.mistake = "the scores are not scaled by 1 / 8", .scale = 1},
    {.mistake = "the scores are scaled twice", .scale = 1 / 64.0},
    {.mistake = "query head h used key head h % kv_heads, not h / group", .modulo = true},
    {.mistake = "the values were not rescaled to the larger maximum", .o_kept = true},
    {.mistake = "the sum was not rescaled to the larger maximum", .sum_kept = true},
    {.mistake = "neither sum nor values were rescaled", .o_kept = true, .sum_kept = true},
    {.mistake = "the outputs of the parts are averaged; not all count alike", .averaged = true},
    {.mistake = "the outputs of the parts are added up", .added = true},
    {.mistake = "the values are not divided by the sum", .undivided = true},
};

// Keys first, first + stride, ... below `end` of a sequence, taken `step` at a time, for a query.
struct Keys {
    int sequence, query_head, first, end, stride = 1, step = part_keys;
};

// Those of row `row` of the states of all parts; none where `end` is not above `first`.
Keys keys_of(const Problem& x, std::size_t row) {
    const int part = static_cast<int>(row) % x.parts(), query = static_cast<int>(row) / x.parts();
    const int sequence = query / x.query_heads(), first = part * part_keys;
    return {sequence, query % x.query_heads(), first,
            std::min(first + part_keys, x.lengths[sequence])};
}

State simulate(const Problem& x, const Keys& keys, const Way& way = {}) {
    const auto [sequence, query_head, first, end, stride, step] = keys;
    State state;
    const int head = way.modulo ? query_head % x.kv_heads : query_head / x.group;
    const int used = sequence * x.query_heads() + (way.other < 0 ? query_head : way.other);
    const float* q = &x.q[static_cast<std::size_t>(used) * head_size];
    for (int begin = first; begin < end; begin += stride * step) {
        Numbers scores;
        double maximum = state.maximum;
        for (int i = begin; i < std::min(begin + stride * step, end); i += stride) {
            double sum = 0;
            const float* key = &x.keys[x.place(sequence, head, i)];
            for (int d = 0; d < head_size; ++d) sum += double{q[d]} * key[d];
            scores.push_back(way.scale * sum);
            maximum = std::max(maximum, scores.back());
        }
        const bool begun = state.maximum > -infinity;
        const double factor = begun ? std::exp(state.maximum - maximum) : 0;
        state.maximum = maximum;
        if (!way.sum_kept || !begun) state.sum *= factor;
        for (double& o : state.o)
            if (!way.o_kept || !begun) o *= factor;
        for (std::size_t k = 0; k < scores.size(); ++k) {
            const double weight = std::exp(scores[k] - maximum);
            const float* value =
                &x.values[x.place(sequence, head, begin + static_cast<int>(k) * stride)];
            state.sum += weight;
            for (int d = 0; d < head_size; ++d) state.o[d] += weight * value[d];
        }
    }
    return state;
}

// The state of all keys of several states together.
State merged_of(const std::vector<State>& states, const Way& way) {
    State all;
    for (const State& state : states) all.maximum = std::max(all.maximum, state.maximum);
    for (const State& state : states) {
        const double factor = state.sum == 0 ? 0 : std::exp(state.maximum - all.maximum);
        all.sum += state.sum * (way.sum_kept ? 1 : factor);
        for (int d = 0; d < head_size; ++d) all.o[d] += state.o[d] * (way.o_kept ? 1 : factor);
    }
    return all;
}

// The same as simulate() where states are merged right, by the workers of a block.
State by_workers(const Problem& x, const Keys& keys, const Way& way) {
    std::vector<State> states;
    Keys own = keys;
    own.stride = workers;
    for (; own.first < keys.first + workers; ++own.first) states.push_back(simulate(x, own));
    return merged_of(states, way);
}

// The output for a query head, by parts.
Numbers attend(const Problem& x, int sequence, int query_head, const Way& way = {}) {
    std::vector<State> parts;
    for (int first = 0; first < x.lengths[sequence]; first += part_keys) {
        const int end = std::min(first + part_keys, x.lengths[sequence]);
        parts.push_back(simulate(x, {sequence, query_head, first, end}, way));
        if (way.averaged || way.added)
            for (double& o : parts.back().o) o /= parts.back().sum;
    }
    const bool kept = way.o_kept || way.averaged || way.added;
    State all = merged_of(parts, {.o_kept = kept, .sum_kept = way.sum_kept});
    if (way.averaged) all.sum = static_cast<double>(parts.size());
    if (way.added || way.undivided) all.sum = all.sum == 0 ? 0 : 1;
    for (double& o : all.o) o = all.sum == 0 ? 0 : o / all.sum;
    return all.o;
}

std::string shape(const Problem& x) {
    return "kv_heads = " + std::to_string(x.kv_heads) + ", group = " + std::to_string(x.group) +
           ", lengths " + listed(x.lengths, "of none") + ", " + x.what;
}

// States that a call found, in its outputs from `argument` on.
struct Found {
    Array maximum, sum, o;
    Found(const Run& run, std::size_t argument)
        : maximum(run.output<float>(argument)), sum(run.output<float>(argument + 1)),
          o(run.output<float>(argument + 2)) {}
};

void compare_state(const std::string& whose, const Problem& x, const Keys& keys, const Found& found,
                   std::size_t row) {
    const float maximum = found.maximum[row], sum = found.sum[row];
    const float* o = &found.o[row * head_size];
    const auto is = [&](const State& other) {
        const double most = tolerance * std::max(other.sum, 1.0);
        bool same = close(maximum, other.maximum, 0, 1e-4) && close(sum, other.sum, 1e-4);
        for (int d = 0; d < head_size; ++d) same &= close(o[d], other.o[d], 0, most);
        return same;
    };
    const State expected = simulate(x, keys);
    if (is(expected)) return;
    if (sum == unwritten) FAIL(whose << " was not written");
    std::ostringstream text;
    text << whose << ": maximum " << maximum << ", sum " << sum << ", first value " << o[0]
         << "; expected are " << expected.maximum << ", " << expected.sum << " and "
         << expected.o[0];
    if (std::isnan(sum) || std::isnan(o[0]) || std::isnan(maximum))
        FAIL(text.str() << ": NaN is minus infinity less itself, or a row without a key was used");
    for (const Way& way : usual_mistakes)
        if (is(simulate(x, keys, way)) || (keys.stride == 1 && is(by_workers(x, keys, way))))
            FAIL(text.str() << ": " << way.mistake);
    for (int h = 0; h < x.query_heads(); ++h)
        if (is(simulate(x, keys, {.other = h})))
            FAIL(text.str() << ": these are of query head " << h << ", with these keys");
    FAIL(text.str());
}

void check_gather(const std::vector<int>& lengths, int kv_heads, int sequence, int head) {
    Problem x = cache(lengths, kv_heads, 1);
    const auto number = [](std::size_t place) { return static_cast<float>(place + 1); };
    for (std::size_t i = 0; i < x.keys.size(); ++i) x.keys[i] = number(i), x.values[i] = -number(i);
    INFO("gather, " << shape(x) << ", sequence = " << sequence << ", head = " << head);
    const Array old(static_cast<std::size_t>(x.table_width) * page_keys * head_size, 0.5f);
    const Run run = WORKBOOK_RUN(gather, device_in(x.keys), device_in(x.values),
                                 device_in(x.lengths), device_in(x.table), x.table_width,
                                 x.kv_heads, sequence, head, device_inout(old), device_inout(old));
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, launched(1));
    for (const int output : {8, 9}) {
        const Array rows = run.output<float>(output);
        for (std::size_t at = 0; at < rows.size(); ++at) {
            const int i = static_cast<int>(at / head_size), d = static_cast<int>(at % head_size);
            const bool there = i < lengths[sequence];
            const float right = there ? number(x.place(sequence, head, i) + d) : 0.5f;
            const float wanted = there && output == 9 ? -right : right;
            if (rows[at] == wanted) continue;
            const auto where = [&](std::size_t place) {
                const std::size_t row = place / head_size;
                return "row " + std::to_string(row % page_keys) + " of head " +
                       std::to_string(row / page_keys % kv_heads) + " in page " +
                       std::to_string(row / page_keys / kv_heads);
            };
            INFO((output == 8 ? "keys_out" : "values_out") << ", row " << i);
            if (!there)
                FAIL("it was written, but the sequence has " << lengths[sequence] << " keys");
            if (rows[at] == 0.5f) FAIL("it was not written");
            FAIL("this is " << where(static_cast<std::size_t>(std::abs(rows[at])) - 1) << "; key "
                            << i << " is " << where(x.place(sequence, head, i)));
        }
    }
}

void check_workers(const Problem& x, int sequence, int head, int part) {
    INFO("worker_states, " << shape(x) << ", sequence = " << sequence << ", head = " << head
                           << ", part = " << part);
    const std::size_t rows = static_cast<std::size_t>(workers) * x.group;
    const Run run = WORKBOOK_RUN(
        worker_states, device_in(x.q), device_in(x.keys), device_in(x.values), device_in(x.lengths),
        device_in(x.table), x.table_width, x.kv_heads, x.group, sequence, head, part,
        device_out<float>(rows), device_out<float>(rows), device_out<float>(rows * head_size));
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, launched(1));
    const Found found(run, 11);
    const int end = std::min(x.lengths[sequence], (part + 1) * part_keys);
    for (int w = 0; w < workers; ++w)
        for (int g = 0; g < x.group; ++g) {
            const Keys keys{sequence, head * x.group + g, part * part_keys + w, end, workers, 8};
            const std::string whose =
                "worker " + std::to_string(w) + ", query head " + std::to_string(keys.query_head);
            compare_state(whose, x, keys, found, static_cast<std::size_t>(w) * x.group + g);
        }
}

Run check_parts(const Problem& x) {
    INFO("part_states, " << shape(x));
    const Array none(x.states(), unwritten), no_o(x.states() * head_size, unwritten);
    Run run = WORKBOOK_RUN(part_states, device_in(x.q), device_in(x.keys), device_in(x.values),
                           device_in(x.lengths), device_in(x.table), x.table_width, x.sequences(),
                           x.kv_heads, x.group, device_inout(none), device_inout(none),
                           device_inout(no_o));
    REQUIRE_THAT(run, completed());
    const Found found(run, 9);
    for (std::size_t row = 0; row < x.states(); ++row) {
        const Keys keys = keys_of(x, row);
        const std::string whose = "part " + std::to_string(keys.first / part_keys) +
                                  " of sequence " + std::to_string(keys.sequence) +
                                  ", query head " + std::to_string(keys.query_head);
        if (keys.first < keys.end)
            compare_state(whose, x, keys, found, row);
        else if (found.maximum[row] != unwritten || found.sum[row] != unwritten ||
                 found.o[row * head_size] != unwritten)
            FAIL(whose << ": it was written, but the sequence does not have this part: "
                          "keys_of_part is 0 for it, not less");
    }
    return run;
}

void compare_out(const Run& run, std::size_t argument, const Problem& x) {
    REQUIRE_THAT(run, completed());
    const Array out = run.output<float>(argument);
    for (int query = 0; query < x.sequences() * x.query_heads(); ++query) {
        const int sequence = query / x.query_heads(), head = query % x.query_heads();
        const float* found = &out[static_cast<std::size_t>(query) * head_size];
        const auto is = [&](const Numbers& other) {
            return std::equal(other.begin(), other.end(), found,
                              [&](double e, float f) { return close(f, e, 0, tolerance); });
        };
        const Numbers expected = attend(x, sequence, head);
        if (is(expected)) continue;
        std::ostringstream text;
        text << "sequence " << sequence << ", query head " << head << ": the first value is "
             << found[0] << "; expected is " << expected[0];
        if (x.lengths[sequence] == 0)
            FAIL(text.str() << ": a sequence without keys gives 0. NaN is 0 / 0");
        if (is(Numbers(head_size)))
            FAIL(text.str() << ": nothing was added up, or the weights became 0: a part's factor "
                               "is exp(its maximum - the largest)");
        if (std::isnan(found[0])) FAIL(text.str() << ": NaN is infinity / infinity or 0 / 0");
        for (const Way& way : usual_mistakes)
            if (is(attend(x, sequence, head, way))) FAIL(text.str() << ": " << way.mistake);
        FAIL(text.str());
    }
}

Run check_decode(const Problem& x, std::uint64_t schedule = 0) {
    INFO("decode, " << shape(x));
    Run run = WORKBOOK_RUN_SCHEDULED(
        schedule, decode, device_in(x.q), device_in(x.keys), device_in(x.values),
        device_in(x.lengths), device_in(x.table), x.table_width, x.sequences(), x.kv_heads, x.group,
        device_out<float>(x.states()), device_out<float>(x.states()),
        device_out<float>(x.states() * head_size),
        device_out<float>(static_cast<std::size_t>(x.sequences()) * x.query_heads() * head_size));
    compare_out(run, 12, x);
    return run;
}

float rising(int i) { return 0.6931472f * static_cast<float>(i / 64); }
float falling(int i) { return -rising(i); }

} // namespace

TEST_CASE("1: gather, where the keys of a sequence stand") {
    for (const int length : {16, 33'000}) check_gather({length}, 1, 0, 0); // beyond 15 bits
    for (const int s : {0, 2}) check_gather({40, 16, 33}, 3, s, s / 2 + 1);
    for (const int s : {1, 2}) check_gather({5, 300, 0}, 2, s, 2 - s);
}

TEST_CASE("2: products, of a row of ones and one that says which lanes are in it") {
    for (const int rows : {2, 1, 8, 21}) {
        INFO("products, rows = " << rows);
        // Lane l adds 2^l, 5 eighths of it with its last product.
        const Array ones(static_cast<std::size_t>(rows) * head_size, 1.0f);
        Array b = ones;
        for (std::size_t i = 0; i < b.size(); ++i)
            b[i] = std::ldexp(i % 4 == 3 ? 0.625f : 0.125f, static_cast<int>(i % head_size / 4));
        const Run run =
            WORKBOOK_RUN(products, device_in(rows % 2 ? b : ones), device_in(rows % 2 ? ones : b),
                         rows, device_out<float>(b.size() / 4));
        REQUIRE_THAT(run, completed());
        CHECK_THAT(run, launched(1));
        const Array lanes = run.output<float>(3);
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            if (lanes[i] == 65535) continue;
            const auto bits = static_cast<long>(lanes[i]);
            std::ostringstream text;
            text << "row " << i / 16 << ", lane " << i % 16 << " has " << lanes[i]
                 << "; expected is 65535, 2^l of each lane l from 0 to 15";
            if (bits == 1l << i % 16) text << ": these are its own four products alone";
            if (bits == 2 * 65535) text << ": the warp's other 16 lanes, of another row, are in it";
            if (bits > 0 && bits < 65535 && static_cast<float>(bits) == lanes[i]) {
                text << ". What is missing is that of lanes";
                for (int l = 0; l < 16; ++l)
                    if (!(bits >> l & 1)) text << " " << l;
            }
            FAIL(text.str());
        }
    }
}

TEST_CASE("3: worker_states, many keys", "[weight:2]") {
    check_workers(with_scores("scores that fall", {256}, falling), 0, 0, 0);
    check_workers(with_scores("scores that rise", {256}, rising), 0, 0, 0);
    for (const int group : {1, 2, 4, 8}) check_workers(normals({100, 64}, 2, group), 0, 1, 0);
    for (const int length : {1, 7, 9, 63, 65, 255}) check_workers(normals({length}, 1, 2), 0, 0, 0);
    const Problem x = normals({300, 513, 0}, 1, 2);
    check_workers(x, 0, 0, 1);
    check_workers(x, 1, 0, 2);
    check_workers(x, 2, 0, 0);
    check_workers(with_scores("all scores -1000", {70}, [](int) { return -1000.f; }), 0, 0, 0);
}

TEST_CASE("4: part_states", "[weight:2]") {
    const auto of_worker = [](int i) { return rising(i % 8 * 64); };
    check_parts(with_scores("scores that rise from worker to worker", {256}, of_worker));
    check_parts(normals({256, 64}, 1, 4));
    check_parts(normals({0, 1, 16, 17, 700}, 2, 2));
    check_parts(normals({3, 257}, 2, 8));
}

TEST_CASE("4: each key and value is read once for all query heads", "[weight:2]") {
    const Problem x = normals({256, 1024, 512}, 2, 4);
    const Run run = check_parts(x);
    INFO("part_states, " << shape(x));
    const double keys = x.kv_heads * (256 + 1024 + 512), row = head_size * sizeof(float);
    const double blocks = keys / part_keys, started = 3.0 * x.kv_heads * x.parts();
    CHECK_THAT(run, launched(1) && in_blocks(3 * x.kv_heads * x.parts(), "part and key head"));
    CHECK_THAT(run, allocated_nothing());
    // Besides: each worker its queries, each block numbers of pages, and all threads the length.
    CHECK_THAT(run, traffic("global_load_bytes",
                            at_most(row * (2 * keys + blocks * workers * x.group) + started * 1024),
                            "each key and value is to be read once for all its query heads"));
    const double requests = 2 * row * keys / 512 + blocks * (4 * x.group + 60) + 600;
    CHECK_THAT(run, traffic("global_load_requests", at_most(requests),
                            "keys and values are to be read 16 bytes at a time"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "scores or sums are in local memory; #pragma unroll their loops"));
    CHECK_THAT(learner_ptx(),
               has_no(R"(\.f64)", "there is a double on the way: use expf and 1.0f"));
}

TEST_CASE("5: decode", "[weight:2]") {
    check_decode(normals({0, 1, 16, 17, 4000}, 1, 2));
    const Run run = check_decode(normals({300, 20, 513}, 3, 4));
    CHECK_THAT(run, launched(2) && allocated_nothing());
    check_decode(normals({}, 3, 4));
    std::vector<int> many(4100); // 32,800 query heads
    many.back() = 17;
    check_decode(normals(many, 1, 8));
    many.resize(2050, 0);
    check_decode(normals(many, 33, 1)); // 67,650 key heads: more than a grid's y or z may have
    check_decode(with_scores("scores that rise", {600}, rising));
    check_decode(with_scores("scores that fall", {1000, 10}, falling));
    // Their exponentials are 0 or infinite, unless a maximum is subtracted.
    for (const float score : {-1000.0f, 1000.0f})
        check_decode(with_scores("all scores the same", {300}, [&](int) { return score; }));
    Problem shared = normals({300, 270}, 2, 2); // the first 16 pages of both are the same
    for (int i = 0; i < 16; ++i) shared.table[shared.table_width + i] = shared.table[i];
    shared.what = "both with the same first pages";
    check_decode(shared);
}

TEST_CASE("5: any order of blocks and warps gives the same bits") {
    const Problem x = normals({300, 17, 600}, 2, 2);
    const Array first = check_decode(x).output<float>(12);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        const Run run = check_decode(x, seed);
        INFO("decode, " << shape(x) << ", once more: each call is to give the same bits");
        CHECK_THAT(run, output_equals(12, first));
    }
}

WORKBOOK_GAIN(gain) {
    const int length = static_cast<int>(gain.size(512, 16384)), heads = 4;
    const Problem x = normals({length}, 1, heads);
    gain.about("one token after ", length, " keys, 4 query heads for one key head");
    WORKBOOK_GAIN_CALL(gain, part_states, device_in(x.q), device_in(x.keys), device_in(x.values),
                       device_in(x.lengths), device_in(x.table), x.table_width, 1, 1, heads,
                       device_out<float>(x.states()), device_out<float>(x.states()),
                       device_out<float>(x.states() * head_size));
    gain.beside("Loops over heads and keys, in double", [&] {
        for (int h = 0; h < heads; ++h) simulate(x, {0, h, 0, length});
    });
    if (gain.on_gpu()) return;
    const std::uint64_t once = 2 * sizeof(float) * head_size * static_cast<std::uint64_t>(length);
    gain.say("Your kernel read ", in_bytes(gain.count("global_load_bytes")), " for ",
             in_bytes(once), " of keys and values.");
    gain.say("With a block for each query head it would be ", in_bytes(heads * once), ", ",
             times_as(heads * once, once, "much"), " as these.");
}
