// Checks of lesson 21. All times are made up, except for those of time_sinexp: there the virtual
// GPU says in the trace how long each launch and each copy took, by the clock that its events read.
#include "bandwidth_crossover.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <cmath>

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, time_sinexp)
WORKBOOK_PROMISE(reports_errors, time_sinexp)
WORKBOOK_PROMISE(any_size, time_sinexp)

namespace {

bool near(double actual, double expected) {
    return std::abs(actual - expected) <= 1e-9 * std::abs(expected);
}

// What a wrong bandwidth is, if it can be told.
std::string explain(double actual, double read, double written, double milliseconds) {
    const double right = (read + written) * 1e-6 / milliseconds;
    if (near(actual, right * 1e-3)) return "milliseconds were taken for seconds";
    if (near(actual, right * 1e9 / 1024 / 1024 / 1024))
        return "1 GB is 10^9 bytes; 1024^3 bytes are 1 GiB";
    if (near(actual, read * 1e-6 / milliseconds)) return "what is written counts too";
    if (near(actual, written * 1e-6 / milliseconds)) return "what is read counts too";
    if (near(actual, right * 1e9)) return "these are bytes per second";
    return "";
}

struct Measured {
    std::vector<std::size_t> sizes;
    std::vector<float> cpu;
    std::vector<Phases> gpu;
};

std::size_t crossover(const Measured& m, bool with_copies) {
    std::size_t result = never;
    for (std::size_t i = 0; i < m.sizes.size(); ++i) {
        const Phases& p = m.gpu[i];
        const bool wins = (with_copies ? p.in + p.kernel + p.out : p.kernel) < m.cpu[i];
        if (!wins) result = never;
        if (wins && result == never) result = m.sizes[i];
    }
    return result;
}

std::string text_of(std::size_t size) {
    return size == never ? std::string("never") : std::to_string(size);
}

std::string table(const Measured& m) {
    std::ostringstream text;
    text.precision(4);
    for (std::size_t i = 0; i < m.sizes.size(); ++i)
        text << "\nn = " << m.sizes[i] << ": CPU " << m.cpu[i] << " ms, GPU " << m.gpu[i].in
             << " + " << m.gpu[i].kernel << " + " << m.gpu[i].out << " ms";
    return text.str();
}

void check_crossovers(const Measured& m) {
    const Run run = WORKBOOK_RUN(crossovers, in(m.sizes), in(m.cpu), in(m.gpu), m.sizes.size());
    REQUIRE_THAT(run, completed());
    const auto actual = run.returned<Crossovers>();
    for (const bool copies : {false, true}) {
        INFO("from which size on does the GPU win, " << (copies ? "with" : "without")
                                                     << " copies? (in + kernel + out)" << table(m));
        const std::string said = text_of(copies ? actual.with_copies : actual.on_device);
        const std::string right = text_of(crossover(m, copies));
        if (said != right) FAIL("the answer was " << said << "; expected is " << right);
    }
}

// `count` sizes, at all of which but one the GPU wins.
void check_one_lost(std::size_t count, std::size_t lost) {
    Measured m;
    for (std::size_t size = 1; size <= count; ++size) m.sizes.push_back(size);
    m.cpu.assign(count, 1.0f);
    m.gpu.assign(count, {0.1f, 0.2f, 0.1f});
    if (lost < count) m.gpu[lost] = {0.5f, 2.0f, 0.5f};
    const Run run = WORKBOOK_RUN(crossovers, in(m.sizes), in(m.cpu), in(m.gpu), count);
    INFO(count << " sizes from 1 on; the GPU loses "
               << (lost < count ? "at size " + std::to_string(lost + 1) + " alone"
                                : std::string("nowhere")));
    REQUIRE_THAT(run, completed());
    const auto [on_device, with_copies] = run.returned<Crossovers>();
    const std::size_t right = lost < count ? lost + 2 : 1;
    if (on_device != right || with_copies != right)
        FAIL("the answers were " << text_of(on_device) << " and " << text_of(with_copies)
                                 << "; expected are " << right << " and " << right);
}

// Straight lines, as times mostly are: what every call costs, and what each element adds.
Measured lines(double cpu_slope, double launch, double gpu_slope, double bus_slope) {
    Measured m;
    for (std::size_t n = 100; n <= 10'000'000; n = n * 33 / 10) {
        const auto count = static_cast<double>(n);
        m.sizes.push_back(n);
        m.cpu.push_back(static_cast<float>(0.0001 + cpu_slope * count));
        m.gpu.push_back({static_cast<float>(0.02 + 2 * bus_slope * count),
                         static_cast<float>(launch + gpu_slope * count),
                         static_cast<float>(0.01 + bus_slope * count)});
    }
    return m;
}

double milliseconds(const std::vector<Copy>& copies, CopyDirection direction, std::size_t from) {
    double sum = 0;
    std::size_t number = 0;
    for (const Copy& copy : copies)
        if (copy.direction == direction && number++ >= from)
            sum += static_cast<double>(copy.nanoseconds.value_or(0)) * 1e-6;
    return sum;
}

// Two rounds: each copies 2 n numbers in and n out.
Run check_sinexp(std::size_t n) {
    INFO("time_sinexp: n = " << n);
    const auto x = random_reals<double>(n, 0.0, 6.28), y = random_reals<double>(n, -3.0, 10.0);
    Run run = WORKBOOK_RUN(time_sinexp, in(x), in(y), out<double>(n), n);
    REQUIRE_THAT(run, completed());
    std::vector<double> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = std::sin(x[i]) * std::exp(y[i]);
    // 2 ulp of sin, 1 of exp, the product's half; the same again for the host's functions.
    REQUIRE_THAT(run, output_within_ulp(2, expected, 6).from({0, 1}));
    REQUIRE_THAT(run, freed_everything());
    REQUIRE_THAT(run, launched(n == 0 ? 0 : 2));
    REQUIRE_THAT(run, copied_bytes(host_to_device, 2 * 2 * n * sizeof(double)) &&
                          copied_bytes(device_to_host, 2 * n * sizeof(double)));
    return run;
}

} // namespace

TEST_CASE("bandwidth") {
    for (int k = 0; k < 20; ++k) {
        const auto read = random_integers<std::size_t>(1, 1, 1ull << (10 + 2 * k))[0];
        const auto written = random_integers<std::size_t>(1, 1, 1ull << (10 + 2 * k))[0];
        const double ms = random_reals<double>(1, 0.001, 50.0)[0];
        const Run run = WORKBOOK_RUN(gigabytes_per_second, read, written, ms);
        REQUIRE_THAT(run, completed());
        const auto r = static_cast<double>(read), w = static_cast<double>(written);
        const std::string meaning = explain(run.returned<double>(), r, w, ms);
        INFO(read << " bytes read and " << written << " written in " << ms << " ms"
                  << (meaning.empty() ? "" : "; ") << meaning);
        REQUIRE_THAT(run, returned_close((r + w) * 1e-6 / ms, relative(1e-12)));
    }
}

TEST_CASE("the roofline") {
    for (const bool memory_bound : {true, false}) {
        for (int k = 0; k < 10; ++k) {
            const double bandwidth = random_reals<double>(1, 100.0, 5000.0)[0];
            const double peak = random_reals<double>(1, 1000.0, 60'000.0)[0];
            const double bytes = random_reals<double>(1, 4.0, 64.0)[0];
            const double ridge = peak / bandwidth; // operations a byte
            const double intensity =
                ridge * (memory_bound ? random_reals<double>(1, 0.01, 0.95)[0]
                                      : random_reals<double>(1, 1.05, 100.0)[0]);
            INFO(intensity * bytes << " operations for " << bytes << " bytes, on a GPU with "
                                   << peak << " GFLOP/s and " << bandwidth << " GB/s: "
                                   << (memory_bound ? "memory" : "arithmetic") << " is the limit");
            const Run run =
                WORKBOOK_RUN(attainable_gflops, intensity * bytes, bytes, peak, bandwidth);
            REQUIRE_THAT(run, completed());
            REQUIRE_THAT(
                run, returned_close(memory_bound ? intensity * bandwidth : peak, relative(1e-12)));
        }
    }
}

TEST_CASE("where the GPU begins to win", "[weight:2]") {
    for (int k = 0; k < 10; ++k) {
        const double cpu = random_reals<double>(1, 1e-6, 5e-5)[0];
        // On the device the GPU is 3 to 50 times faster for each element.
        const double gpu = cpu / random_reals<double>(1, 3.0, 50.0)[0];
        check_crossovers(lines(cpu, random_reals<double>(1, 0.005, 0.05)[0], gpu, cpu / 8));
    }
}

TEST_CASE("copies that cost more than the CPU; ties; a single size") {
    check_crossovers(lines(1e-6, 0.01, 1e-7, 1e-6)); // three copies of 1e-6 against 1e-6
    check_crossovers(lines(1e-6, 0.01, 2e-6, 1e-9)); // slower even on the device
    check_crossovers(lines(1e-3, 1e-5, 1e-6, 1e-7)); // wins at once on the device
    check_crossovers({{1000}, {2.0f}, {{0.5f, 1.0f, 0.25f}}});
    check_crossovers({{1000}, {1.75f}, {{0.5f, 1.0f, 0.25f}}}); // a tie with the copies
    check_crossovers({{10, 20}, {1.0f, 1.0f}, {{0.0f, 1.0f, 0.0f}, {0.5f, 0.25f, 0.25f}}});
    check_crossovers({{1, 2, 3}, {1.0f, 1.0f, 1.0f}, {{9, 2, 0}, {9, 2, 0}, {9, 2, 0}}});
}

TEST_CASE("one lucky measurement is no crossover") {
    const Phases wins{0.1f, 0.2f, 0.1f}, loses{0.5f, 2.0f, 0.5f}, loses_by_copies{0.5f, 0.2f, 0.5f};
    check_crossovers({{100, 200, 300, 400, 500},
                      {1.0f, 1.0f, 1.0f, 1.0f, 1.0f},
                      {loses, wins, loses, loses_by_copies, wins}});
    check_crossovers(
        {{100, 200, 300, 400}, {1.0f, 1.0f, 1.0f, 1.0f}, {wins, wins, loses_by_copies, loses}});
    // One lost among wins, wherever it is: only a look at all of them finds it.
    for (std::size_t lost = 0; lost < 7; ++lost) {
        Measured m{{100, 200, 300, 400, 500, 600, 700},
                   std::vector<float>(7, 1.0f),
                   std::vector<Phases>(7, wins)};
        m.gpu[lost] = loses;
        check_crossovers(m);
    }
}

TEST_CASE("many sizes") {
    // The three arrays fill whole pages: in front of them nothing may be read.
    check_one_lost(1024, 1024);
    check_one_lost(100'000, 90'000);
}

TEST_CASE("sinexp: values and copies") {
    for (const std::size_t n : {0, 1, 31, 32, 33, 255, 1023, 1024, 1025, 100'003}) check_sinexp(n);
}

TEST_CASE("sinexp: the three times", "[weight:2]") {
    for (const std::size_t n : {100'000, 1'048'583}) {
        const Run run = check_sinexp(n);
        const auto times = run.returned<Phases>();
        INFO("time_sinexp: n = " << n << ", " << 16 * n << " bytes in and " << 8 * n << " out");
        INFO("it says " << times.in << " ms in, " << times.kernel << " ms kernel, " << times.out
                        << " ms out");
        if (!(times.in > 0 && times.kernel > 0 && times.out > 0))
            FAIL("each of the three takes time");
        if (!run.record().on_virtual_gpu) continue;
        const double in = milliseconds(run.copies(), host_to_device, 2);
        const double out = milliseconds(run.copies(), device_to_host, 1);
        const double kernel = static_cast<double>(run.launches()[1].nanoseconds.value_or(0)) * 1e-6;
        INFO("the virtual GPU: " << in << " ms in, " << kernel << " ms kernel, " << out
                                 << " ms out, in the second round");
        // Besides the work: the host's calls, about a microsecond each, and the events.
        const auto agrees = [](float said, double true_time) {
            return std::abs(said - true_time) <= 0.01 * true_time + 0.006;
        };
        const auto compare = [&](const char* step, float said, double true_time) {
            if (!agrees(said, true_time))
                FAIL_CHECK("the time of " << step
                                          << " is another: an event before it and one behind "
                                          << "it, and nothing else between them");
        };
        compare("the copies to the device", times.in, in);
        compare("the kernel", times.kernel, kernel);
        compare("the copy back", times.out, out);
    }
}
