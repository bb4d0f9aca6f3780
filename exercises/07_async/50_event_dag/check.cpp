// Checks of lesson 50. The reference makes the tasks one after the other. When each took place is
// decided on the virtual GPU's clock: the tasks have one block, so that any number of them fits on
// the GPU side by side, and the kernel in front of them lasts until all are submitted.
#include "event_dag.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, run_follow, run_diamond, run_tasks)
WORKBOOK_PROMISE(reports_errors, run_follow, run_diamond, run_tasks)

namespace {

struct Graph {
    std::vector<int> rounds{}, stream_of{}, from{}, to{}; // stream_of: empty where named
    int streams = 0;
    bool named = false; // A, B, C and D
    int tasks() const { return static_cast<int>(rounds.size()); }
    void add(int a, int b) { from.push_back(a), to.push_back(b); }
    std::string name(int t) const {
        return named ? std::string("task ") + "ABCD"[t] : "task " + std::to_string(t);
    }
    // The tasks that t takes a result of.
    std::vector<int> taken_by(int t) const {
        std::vector<int> tasks;
        for (std::size_t e = 0; e < to.size(); ++e)
            if (to[e] == t) tasks.push_back(from[e]);
        return tasks;
    }
};

Graph diamond_of(std::vector<int> rounds) {
    Graph graph{.rounds = std::move(rounds), .named = true};
    for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}}) graph.add(a, b);
    return graph;
}

Graph two_of(std::vector<int> rounds) {
    Graph graph{.rounds = std::move(rounds)};
    graph.add(0, 1);
    return graph;
}

// Each task takes up to three of those before it; the edges in random order.
Graph random_graph(int tasks, int streams) {
    Graph graph{.rounds = random_integers<int>(tasks, 200, 6000),
                .stream_of = random_integers<int>(tasks, 0, streams - 1),
                .streams = streams};
    std::vector<std::pair<int, int>> edges;
    for (int t = 1; t < tasks; ++t)
        for (const int before : random_integers<int>(random_integers<int>(1, 0, 3)[0], 0, t - 1))
            if (std::ranges::find(edges, std::pair{before, t}) == edges.end())
                edges.emplace_back(before, t);
    for (const std::size_t e : random_permutation(edges.size()))
        graph.add(edges[e].first, edges[e].second);
    return graph;
}

std::uint32_t mixed(std::uint32_t value, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        value = value * 1664525u + 1013904223u;
        value ^= value >> 13;
    }
    return value;
}

std::vector<std::uint32_t> numbers(std::size_t n) {
    return random_integers<std::uint32_t>(n, 0, 0xffffffff);
}

std::vector<std::uint32_t> results_of(const Graph& graph, const std::vector<std::uint32_t>& in) {
    const std::size_t n = in.size();
    std::vector<std::uint32_t> results(graph.rounds.size() * n);
    for (int t = 0; t < graph.tasks(); ++t)
        for (std::size_t i = 0; i < n; ++i) {
            std::uint32_t value = 0;
            for (const int before : graph.taken_by(t)) value = value * 31 + results[before * n + i];
            if (graph.taken_by(t).empty()) value = mixed(in[i], 6000);
            results[t * n + i] = mixed(value, graph.rounds[t]);
        }
    return results;
}

// The launches of task<0> and so on (given.cu).
std::vector<const Launch*> launches_of_tasks(const Run& run) {
    std::vector<const Launch*> found;
    for (const Launch& launch : run.launches())
        if (launch.kernel.find("task<") != std::string::npos) found.push_back(&launch);
    return found;
}
int number_of(const Launch& launch) {
    return std::stoi(launch.kernel.substr(launch.kernel.find("task<") + 5));
}

// The caller's streams: a kernel of its own is the first in each.
std::uint64_t main_of(const Run& run) { return run.launches()[0].stream; }
std::uint64_t side_of(const Run& run) { return run.launches()[1].stream; }

std::string strip(const Run& run, const Graph& graph) {
    const auto timeline = timeline_of(run);
    if (!timeline) return "";
    std::string text = "\n" + drawn(*timeline, 56);
    if (graph.named)
        text +=
            fmt::format("\nstream {} is `main`, stream {} is `side`", main_of(run), side_of(run));
    return text;
}

// Each task once, and in the stream that it belongs to.
class InTheirStreams final : public RunMatcher {
  public:
    explicit InTheirStreams(const Graph& graph) : graph_(graph) {}
    bool match(const Run& run) const override {
        if (!run.record().trace.is_virtual) return true;
        std::map<int, std::uint64_t> streams;
        std::vector<int> count(graph_.rounds.size());
        int last = -1;
        for (const Launch* launch : launches_of_tasks(run)) {
            const int t = number_of(*launch);
            if (++count[t] > 1)
                return fails(Verdict::requirement, graph_.name(t) + " was launched twice");
            if (launch->stream == 0)
                return fails(Verdict::requirement,
                             graph_.name(t) + " is in the default stream, which waits for all "
                                              "other streams, and they for it");
            if (graph_.named) {
                const bool to_main = t != 2, in_main = launch->stream == main_of(run),
                           in_side = launch->stream == side_of(run);
                if (to_main ? !in_main : !in_side)
                    return fails(Verdict::requirement, graph_.name(t) + " is to be launched in `" +
                                                           (to_main ? "main" : "side") +
                                                           "`, and is in " +
                                                           (in_main   ? "`main`"
                                                            : in_side ? "`side`"
                                                                      : "another stream"));
                continue;
            }
            if (t < last)
                return fails(Verdict::requirement, graph_.name(t) + " was launched after task " +
                                                       std::to_string(last) +
                                                       ": the order of their numbers is asked for");
            last = t;
            const int stream = graph_.stream_of[t];
            streams.emplace(stream, launch->stream);
            for (const auto& [other, handle] : streams)
                if ((other == stream) != (handle == launch->stream))
                    return fails(Verdict::requirement,
                                 graph_.name(t) + " belongs to streams[" + std::to_string(stream) +
                                     "] and was launched in another stream" +
                                     (other == stream
                                          ? ""
                                          : ", that of streams[" + std::to_string(other) + "]"));
        }
        for (int t = 0; t < graph_.tasks(); ++t)
            if (count[t] == 0)
                return fails(Verdict::requirement, graph_.name(t) + " was not launched");
        return true;
    }

  private:
    const Graph& graph_;
};

// No task begins before what it takes is there. Besides the race that the virtual GPU reports, this
// says it in one line.
class InOrder final : public RunMatcher {
  public:
    explicit InOrder(const Graph& graph) : graph_(graph) {}
    bool match(const Run& run) const override {
        const auto tasks = launches_of_tasks(run);
        for (const Launch* launch : tasks)
            for (const int other : graph_.taken_by(number_of(*launch)))
                for (const Launch* before : tasks)
                    if (number_of(*before) == other && launch->begin && before->begin &&
                        *launch->begin < *before->begin + before->nanoseconds.value_or(0))
                        return fails(Verdict::requirement,
                                     graph_.name(number_of(*launch)) + " began before " +
                                         graph_.name(other) + ", whose result it takes, was done" +
                                         strip(run, graph_));
        return true;
    }

  private:
    const Graph& graph_;
};

// What given.cu waits for at the end, and no more: the student's function returns at once.
class HostGoesOn final : public RunMatcher {
  public:
    explicit HostGoesOn(std::size_t waits) : waits_(waits) {}
    bool match(const Run& run) const override {
        if (run.waits().size() <= waits_) return true;
        const Wait& first = run.waits().front();
        return fails(Verdict::requirement,
                     "the host waited (" + first.api +
                         (first.place.empty() ? "" : ", " + first.place) +
                         "): it is to submit the work and go on. Let a stream wait, by an event");
    }

  private:
    std::size_t waits_;
};

// A task begins when what it takes is done, and what its stream has before it.
class BeginsInTime final : public RunMatcher {
  public:
    explicit BeginsInTime(const Graph& graph) : graph_(graph) {}
    bool match(const Run& run) const override {
        const auto tasks = launches_of_tasks(run);
        std::map<int, std::uint64_t> ends;
        for (const Launch* launch : tasks) {
            if (!launch->begin || !launch->nanoseconds)
                return !run.record().trace.is_virtual ||
                       fails(Verdict::requirement, "when the tasks began is not known: the virtual "
                                                   "GPU tells it of at most 32 streams");
            ends[number_of(*launch)] = *launch->begin + *launch->nanoseconds;
        }
        const Launch& front = run.launches().front();
        for (const Launch* launch : tasks) {
            const int t = number_of(*launch);
            std::uint64_t earliest = *front.begin + *front.nanoseconds;
            const auto before = graph_.taken_by(t);
            for (const int other : before) earliest = std::max(earliest, ends[other]);
            for (const Launch* other : tasks)
                if (other->stream == launch->stream && other->order < launch->order)
                    earliest = std::max(earliest, ends[number_of(*other)]);
            // An event takes 0.5 us in its stream.
            if (*launch->begin <= earliest + 10'000) continue;
            std::string text = fmt::format("{} began {:.0f} us later than it could", graph_.name(t),
                                           static_cast<double>(*launch->begin - earliest) / 1000);
            for (const auto& [other, end] : ends)
                if (end > earliest + 10'000 && end <= *launch->begin &&
                    *launch->begin < end + 10'000)
                    text +=
                        ": it waited for " + graph_.name(other) + ", whose result it does not take";
            return fails(Verdict::requirement, text + strip(run, graph_));
        }
        return true;
    }

  private:
    const Graph& graph_;
};

Run check_follow(const std::vector<int>& rounds, std::size_t n, std::uint64_t schedule = 0) {
    const Graph graph = two_of(rounds);
    const auto values = numbers(n);
    INFO("run_follow: n = " << n << "; tasks 0 to 3 of " << rounds[0] << ", " << rounds[1] << ", "
                            << rounds[2] << " and " << rounds[3] << " rounds; 1 takes the result "
                            << "of 0");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, run_follow, device_in(values), n, in(rounds),
                                     device_out<std::uint32_t>(4 * n));
    CHECK_THAT(run, InOrder(graph));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(3, results_of(graph, values)));
    return run;
}

Run check_diamond(const Graph& graph, std::size_t n, std::uint64_t schedule = 0) {
    const auto values = numbers(n);
    INFO("run_diamond: n = " << n << "; A, B, C and D of " << graph.rounds[0] << ", "
                             << graph.rounds[1] << ", " << graph.rounds[2] << " and "
                             << graph.rounds[3]
                             << " rounds, which are the kernels task<0> to task<3>");
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, run_diamond, device_in(values), n, in(graph.rounds),
                               device_out<std::uint32_t>(4 * n), device_out<std::uint32_t>(n));
    CHECK_THAT(run, InOrder(graph));
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, InTheirStreams(graph));
    const auto expected = results_of(graph, values);
    REQUIRE_THAT(run, outputs_shaped(3, 4, n, expected));
    std::vector<std::uint32_t> last(expected.end() - static_cast<std::ptrdiff_t>(n),
                                    expected.end());
    for (std::uint32_t& value : last) ++value;
    INFO("`last` is written by a kernel that the caller put into `main` after diamond()");
    REQUIRE_THAT(run, output_equals(4, last));
    return run;
}

Run check_graph(const Graph& graph, std::size_t n, std::uint64_t schedule = 0) {
    const auto values = numbers(n);
    std::string edges;
    for (std::size_t e = 0; e < graph.to.size(); ++e)
        edges += fmt::format("{}{} -> {}", e ? ", " : "", graph.from[e], graph.to[e]);
    INFO("run_graph: n = " << n << ", tasks: " << graph.tasks() << ", streams: " << graph.streams
                           << ", edges: " << (edges.empty() ? "none" : edges));
    Run run = WORKBOOK_RUN_SCHEDULED(
        schedule, run_tasks, device_in(values), n, graph.tasks(), in(graph.rounds),
        static_cast<int>(graph.to.size()), in(graph.from), in(graph.to), graph.streams,
        in(graph.stream_of), device_out<std::uint32_t>(graph.rounds.size() * n));
    CHECK_THAT(run, InOrder(graph));
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, InTheirStreams(graph));
    REQUIRE_THAT(run, outputs_shaped(9, graph.rounds.size(), n, results_of(graph, values)));
    CHECK_THAT(run, HostGoesOn(static_cast<std::size_t>(graph.streams)));
    CHECK_THAT(run, BeginsInTime(graph));
    return run;
}

constexpr int quick = 300, slow = 20'000; // rounds: some 5 and 180 us
constexpr std::size_t few = 64;           // elements: one block

} // namespace

TEST_CASE("1: follow, what the stream gets from now on waits", "[weight:2]") {
    for (const std::size_t n : {few, std::size_t{1}, std::size_t{1000}})
        check_follow({quick, quick, quick, quick}, n);
    const Run run = check_follow({slow, quick, quick, quick}, few);
    CHECK_THAT(run, HostGoesOn(3));
}

TEST_CASE("1: follow, for what the other stream has by now, and not for more") {
    const Graph graph = two_of({quick, quick, slow, slow});
    const Run run = check_follow(graph.rounds, few);
    INFO("task 2 is put into the other stream after follow(), task 3 into a third stream, and both "
         "take long");
    CHECK_THAT(run, BeginsInTime(graph));
}

TEST_CASE("2: diamond, which task waits for which", "[weight:2]") {
    for (const std::size_t n : {few, std::size_t{1}, std::size_t{1000}})
        check_diamond(diamond_of({quick, quick, quick, quick}), n);
    check_diamond(diamond_of({slow, quick, quick, quick}), few);
    check_diamond(diamond_of({quick, slow, quick, quick}), few);
    check_diamond(diamond_of({quick, quick, slow, quick}), few);
}

TEST_CASE("2: diamond, nothing waits for more than it has to", "[weight:2]") {
    for (const auto& rounds : std::initializer_list<std::vector<int>>{{quick, slow, quick, quick},
                                                                      {quick, quick, slow, quick},
                                                                      {quick, slow, slow, quick}}) {
        const Graph graph = diamond_of(rounds);
        const Run run = check_diamond(graph, few);
        CHECK_THAT(run, HostGoesOn(1));
        CHECK_THAT(run, BeginsInTime(graph));
    }
    const Run run = check_diamond(diamond_of({quick, slow, slow, quick}), few);
    CHECK_THAT(run, overlapped(at_most(0.65), "B and C, which both take long, are to take place at "
                                              "the same time"));
}

TEST_CASE("2: diamond, other orders of what is unordered") {
    for (const std::uint64_t seed : {1, 2, 3}) {
        check_diamond(diamond_of({quick, slow, quick, quick}), 1000, seed);
        check_follow({quick, quick, quick, quick}, 1000, seed);
    }
}

TEST_CASE("3: run_graph, small ones") {
    const auto with = [](std::vector<int> stream_of, int streams,
                         const std::vector<std::pair<int, int>>& edges) {
        Graph graph{.rounds = std::vector<int>(stream_of.size(), quick),
                    .stream_of = std::move(stream_of),
                    .streams = streams};
        for (const auto& [a, b] : edges) graph.add(a, b);
        return graph;
    };
    check_graph(with({0}, 1, {}), few);
    check_graph(with({0, 1}, 2, {{0, 1}}), few);
    check_graph(with({1, 0}, 2, {{0, 1}}), few);
    check_graph(with({0, 0, 0}, 1, {{0, 1}, {1, 2}}), few);
    check_graph(with({0, 1, 2, 0}, 3, {{2, 3}, {0, 1}, {1, 3}, {0, 2}}), few);
    check_graph(with({2, 1, 0}, 3, {}), few);
}

// Task 0 is quick, and the task behind it in its stream is slow: what takes the result of task 0
// must not wait for that.
TEST_CASE("3: run_graph, a task waits for tasks, not for streams", "[weight:2]") {
    Graph graph{.rounds = {quick, slow, quick, slow, quick, quick},
                .stream_of = {0, 0, 1, 1, 2, 0},
                .streams = 3};
    graph.add(2, 4);
    graph.add(0, 4);
    graph.add(0, 2);
    graph.add(4, 5);
    check_graph(graph, few);
}

TEST_CASE("3: run_graph, any graph", "[weight:2]") {
    for (const int streams : {1, 2, 3, 5})
        for (const int tasks : {3, 8, 12}) check_graph(random_graph(tasks, streams), few);
    for (const std::uint64_t seed : {1, 2, 3}) check_graph(random_graph(10, 3), 300, seed);
}

WORKBOOK_GAIN(gain) {
    const auto values = numbers(few);
    const std::vector<int> rounds{quick, slow, slow, quick};
    gain.about("a diamond whose B and C take ", slow, " rounds");
    WORKBOOK_GAIN_CALL(gain, run_diamond, device_in(values), few, in(rounds),
                       device_out<std::uint32_t>(4 * few), device_out<std::uint32_t>(few));
    if (gain.on_gpu()) return;
    gain.say("On its clock, all kernels were done after ", gain.elapsed(),
             " microseconds: B and C at the same time.");
    gain.say("One after the other, they take ", gain.one_after_the_other(), " microseconds.");
}
