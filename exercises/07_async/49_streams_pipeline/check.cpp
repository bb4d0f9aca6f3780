// Checks of lesson 49. The reference is the filter as a loop. What took place side by side is
// decided on the virtual GPU's clock, where a copy of a piece takes about as long as its kernel.
#include "streams_pipeline.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <set>

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, send_one_piece, run_pipeline)
WORKBOOK_PROMISE(reports_errors, send_one_piece, run_pipeline)

namespace {

std::vector<std::uint32_t> filtered(std::vector<std::uint32_t> values) {
    for (std::uint32_t& value : values)
        for (int round = 0; round < 100; ++round) {
            value = value * 1664525u + 1013904223u;
            value ^= value >> 13;
        }
    return values;
}

std::vector<std::uint32_t> numbers(std::size_t n) {
    return random_integers<std::uint32_t>(n, 0, 0xffffffff);
}

Run run_pieces(std::size_t n, std::size_t chunk, int streams, std::uint64_t schedule = 0) {
    const auto values = numbers(n);
    INFO("pipeline: n = " << n << ", chunk = " << chunk << ", streams = " << streams);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, run_pipeline, in(values), out<std::uint32_t>(n), n,
                                     chunk, streams);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(1, filtered(values)).by_any_thread());
    return run;
}

// Copies over the bus and kernels are all in streams of the student's, and as many of them as there
// are pieces; piece p is in the stream of piece p - streams.
class InStreams final : public RunMatcher {
  public:
    InStreams(std::size_t pieces, std::size_t streams) : pieces_(pieces), streams_(streams) {}
    bool match(const Run& run) const override {
        if (!run.record().trace.is_virtual) return true;
        std::set<std::uint64_t> streams;
        for (const Launch& launch : run.launches()) streams.insert(launch.stream);
        for (const Copy& copy : run.copies()) streams.insert(copy.stream.value_or(0));
        if (streams.contains(0))
            return fails(Verdict::requirement,
                         in_default_stream(run) +
                             " is in the default stream, which waits for all other streams, and "
                             "they for it");
        if (streams.size() != std::min(pieces_, streams_))
            return fails(Verdict::requirement,
                         "the work of " + std::to_string(pieces_) + " pieces is in " +
                             std::to_string(streams.size()) +
                             (streams.size() == 1 ? " stream; " : " streams; ") +
                             std::to_string(std::min(pieces_, streams_)) + " are asked for");
        return in_turn(run);
    }

  private:
    // Pieces in the order of their places in the pinned array.
    bool in_turn(const Run& run) const {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces; // source, stream
        for (const Copy& copy : run.copies())
            if (copy.direction == host_to_device)
                pieces.emplace_back(copy.source, copy.stream.value_or(0));
        std::sort(pieces.begin(), pieces.end());
        for (std::size_t p = streams_; p < pieces.size(); ++p)
            if (pieces[p].second != pieces[p - streams_].second)
                return fails(Verdict::requirement,
                             "pieces " + std::to_string(p - streams_) + " and " +
                                 std::to_string(p) + " are in different streams; with " +
                                 std::to_string(streams_) +
                                 " streams, both are in stream p % streams: the pieces go to the "
                                 "streams in turn");
        return true;
    }

    static std::string in_default_stream(const Run& run) {
        for (const Copy& copy : run.copies())
            if (copy.stream.value_or(0) == 0)
                return "a copy (" + copy.api + (copy.place.empty() ? "" : ", " + copy.place) + ")";
        return "a kernel";
    }

    std::size_t pieces_, streams_;
};

// Room on the device for one piece per stream, in and out.
class LittleRoom final : public RunMatcher {
  public:
    explicit LittleRoom(std::size_t bytes) : bytes_(bytes) {}
    bool match(const Run& run) const override {
        std::size_t bytes = 0;
        for (const Allocation& allocation : run.allocations())
            if (allocation.error == 0 && allocation.api.find("Host") == std::string::npos)
                bytes += allocation.bytes;
        return bytes <= bytes_ ||
               fails(Verdict::requirement, std::to_string(bytes) +
                                               " bytes were allocated on the device; one piece "
                                               "per stream, in and out, takes " +
                                               std::to_string(bytes_));
    }

  private:
    std::size_t bytes_;
};

// The host waits for the streams at the end: nothing is submitted after the first wait.
class WaitsAtTheEnd final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (run.waits().empty()) return true;
        const Wait& first = run.waits().front();
        std::size_t later = 0;
        for (const Launch& launch : run.launches()) later += launch.order > first.order;
        return later == 0 ||
               fails(Verdict::requirement,
                     "the host waited (" + first.api +
                         (first.place.empty() ? "" : ", " + first.place) + ") with " +
                         std::to_string(later) +
                         " pieces still to be submitted: while it waits, it gives the GPU no work");
    }
};

// given.cu waits once, after send_through has returned.
class NoWaitOfItsOwn final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (run.waits().size() <= 1) return true;
        const Wait& first = run.waits().front();
        return fails(Verdict::requirement, "send_through waited (" + first.api +
                                               (first.place.empty() ? "" : ", " + first.place) +
                                               "): it is to submit its work and return");
    }
};

} // namespace

TEST_CASE("pieces: where they begin and how long they are") {
    struct Case {
        std::size_t n, chunk, p, begin, count;
    };
    for (const Case& one : {Case{10, 4, 0, 0, 4}, Case{10, 4, 1, 4, 4}, Case{10, 4, 2, 8, 2},
                            Case{12, 4, 2, 8, 4}, Case{3, 100, 0, 0, 3}, Case{7, 1, 6, 6, 1},
                            Case{5'000'000'000, 3'000'000'000, 1, 3'000'000'000, 2'000'000'000}}) {
        INFO("piece " << one.p << " of n = " << one.n << ", chunk = " << one.chunk);
        const Run run = WORKBOOK_RUN(piece, one.n, one.chunk, one.p);
        REQUIRE_THAT(run, completed());
        const auto found = run.returned<Piece>();
        if (found.begin != one.begin || found.count != one.count)
            FAIL("piece() returned begin = " << found.begin << ", count = " << found.count
                                             << "; expected are begin = " << one.begin
                                             << ", count = " << one.count);
    }
}

TEST_CASE("one piece goes through its stream", "[weight:2]") {
    for (const std::size_t count : {1, 255, 256, 5000, 100'003}) {
        const auto values = numbers(count);
        INFO("send_through: count = " << count);
        const Run run = WORKBOOK_RUN(send_one_piece, in(values), out<std::uint32_t>(count), count);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(1, filtered(values)).by_any_thread());
        REQUIRE_THAT(run, copied(1, host_to_device) && copied(1, device_to_host) &&
                              copied(0, device_to_device) && launched(1));
        REQUIRE_THAT(run, copied_bytes(host_to_device, count * sizeof(std::uint32_t)));
        REQUIRE_THAT(run, InStreams(1, 1));
        REQUIRE_THAT(run, NoWaitOfItsOwn());
    }
}

TEST_CASE("a pipeline of one stream: any n, any length of a piece", "[weight:2]") {
    for (const std::size_t n : {0, 1, 31, 1000, 1024, 100'003}) run_pieces(n, 1000, 1);
    run_pieces(1000, 5000, 1); // the only piece is a short one
    run_pieces(37, 1, 1);
}

TEST_CASE("several streams", "[weight:2]") {
    for (const int streams : {2, 3, 8}) {
        const Run run = run_pieces(10'500, 1000, streams);
        REQUIRE_THAT(run, copied(11, host_to_device) && copied(11, device_to_host) && launched(11));
        REQUIRE_THAT(run, InStreams(11, static_cast<std::size_t>(streams)));
        REQUIRE_THAT(
            run, LittleRoom(2 * 1000 * sizeof(std::uint32_t) * static_cast<std::size_t>(streams)));
        REQUIRE_THAT(run, WaitsAtTheEnd());
    }
    run_pieces(1500, 1000, 8); // more streams than pieces
    for (const std::uint64_t seed : {1, 2, 3}) run_pieces(20'000, 1000, 3, seed);
}

// Each piece takes 11.5 us for each copy and about 7 for its kernel. Copies in one direction take
// turns, so three streams need about 8 times 11.5 us, and two copies more to begin and end with.
TEST_CASE("copies and kernels take place side by side", "[weight:2]") {
    const std::size_t chunk = 65'536, pieces = 8;
    const Run run = run_pieces(pieces * chunk, chunk, 3);
    REQUIRE_THAT(run, copied(pieces, host_to_device) && copied(pieces, device_to_host) &&
                          launched(pieces));
    CHECK_THAT(run, overlapped(at_most(0.5),
                               "pieces of different streams are to travel and to be computed at "
                               "the same time. What makes them wait for each other?"));
}
