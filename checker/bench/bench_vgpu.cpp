// The virtual GPU beside plain C++ loops that do the same work:
//
//     bench_vgpu [--repetitions N] [--only TEXT]
//                [--tsv | --rows | --profile plain|checked | --steps [--places FILE]]
//
// One process, one thread. In each repetition the loop, the virtual GPU without checks and the
// virtual GPU with every check take their turn, so that whatever else the machine does hits all of
// them alike; printed are medians. Results are compared byte for byte. After the table: the time of
// a trivial program from start to end, and the memory that the virtual GPU takes beside what the
// program allocates. --tsv prints name, loop, plain and checked milliseconds (clock, then
// processor) only; --rows prints all figures as `measurements.py record` takes them.
// --profile runs one of the two and prints nothing, for a profiler. --steps counts the host's
// instructions for one warp instruction of each kernel (steps_of_kernels.hpp).
#include "bench/steps_of_kernels.hpp"
#include "bench/timing.hpp"
#include "bench/virtual_gpu.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace {

using namespace bench;

struct Options {
    int repetitions = 9;
    std::string only; // a part of a workload's name
    bool tsv = false;
    bool rows = false;
    std::string profile; // plain or checked
    bool steps = false;
    std::string places; // a file for them
};

struct Measured {
    Time loop, plain, checked;
    std::uint64_t instructions = 0;
};

void check_equal(const Workload& work, VirtualGpu& gpu, const char* how) {
    const Array& expected = work.arrays[work.result];
    const std::vector<std::byte> result = gpu.result(work);
    if (std::memcmp(result.data(), expected.data(), expected.bytes()) != 0)
        throw std::runtime_error(work.name + ": the result " + how + " is not the loop's");
}

Measured measure_workload(Workload& work, int repetitions) {
    VirtualGpu plain(false), checked(true);
    plain.place(work);
    checked.place(work);
    std::vector<Time> loop_times, plain_times, checked_times;
    for (int i = -1; i < repetitions; ++i) { // the first warms up
        plain.prepare(work);
        checked.prepare(work);
        const Time loop = measure([&] { work.loop(work.arrays, work.n); });
        const Time plain_time = measure([&] { plain.run(work); });
        const Time checked_time = measure([&] { checked.run(work); });
        if (i < 0) continue;
        loop_times.push_back(loop);
        plain_times.push_back(plain_time);
        checked_times.push_back(checked_time);
    }
    check_equal(work, plain, "without checks");
    check_equal(work, checked, "with every check");
    return {median(loop_times), median(plain_times), median(checked_times), plain.instructions()};
}

void print_row(const Workload& work, const Measured& times) {
    const double instructions = static_cast<double>(times.instructions);
    std::printf("| %-18s | %7.2f | %7.2f | %5.1f (%5.1f) | %7.2f | %5.1f (%5.1f) "
                "| %5.2f | %5.2f |\n",
                work.name.c_str(), times.loop.wall, times.plain.wall,
                times.plain.wall / times.loop.wall, times.plain.cpu / times.loop.cpu,
                times.checked.wall, times.checked.wall / times.loop.wall,
                times.checked.cpu / times.loop.cpu, instructions / times.plain.cpu * 1e-6,
                instructions / times.checked.cpu * 1e-6);
}

void print_tsv(const Workload& work, const Measured& times) {
    std::printf("%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\n", work.name.c_str(), times.loop.wall,
                times.plain.wall, times.checked.wall, times.loop.cpu, times.plain.cpu,
                times.checked.cpu);
}

// "work, tab, value, tab, unit", for measurements.py.
void print_pair(const std::string& work, double plain, double checked, const char* unit) {
    std::printf("%s, without checks\t%.4g\t%s\n", work.c_str(), plain, unit);
    std::printf("%s, every check\t%.4g\t%s\n", work.c_str(), checked, unit);
}

void print_heading(const Options& options) {
    std::printf("Milliseconds, medians of %d; ratio to the loop by the clock (by processor "
                "time); the last\ncolumns are 10^9 thread instructions a second.\n\n"
                "| work               | loop    | plain   | ratio         | checked | "
                "ratio         | plain | checked |\n"
                "|---|---|---|---|---|---|---|---|\n",
                options.repetitions);
}

void measure_workloads(const Options& options) {
    if (!options.tsv && !options.rows) print_heading(options);
    for (Workload& work : all_workloads()) {
        if (work.name.find(options.only) == std::string::npos) continue;
        const Measured times = measure_workload(work, options.repetitions);
        if (options.rows)
            print_pair(work.name, times.plain.wall / times.loop.wall,
                       times.checked.wall / times.loop.wall, "times the loop");
        else if (options.tsv)
            print_tsv(work, times);
        else
            print_row(work, times);
        std::fflush(stdout);
    }
}

void measure_start(const Options& options) {
    const std::string library = "LD_LIBRARY_PATH=" WORKBOOK_BENCH_RUNTIME;
    std::vector<Time> plain, checked;
    for (int i = 0; i < options.repetitions * 3; ++i) {
        plain.push_back(run_program(WORKBOOK_BENCH_TRIVIAL, {library, "WORKBOOK_CHECKS=none"}));
        checked.push_back(run_program(WORKBOOK_BENCH_TRIVIAL, {library, "WORKBOOK_CHECKS=all"}));
    }
    if (options.rows) {
        print_pair("a trivial program", median(plain).wall, median(checked).wall, "ms");
        return;
    }
    std::printf("\nA trivial program from start to end: %.1f ms without checks, %.1f ms with every "
                "check.\n",
                median(plain).wall, median(checked).wall);
}

// Vector add touches every byte of its arrays the same way; histogram and transpose do not.
void measure_memory(const Options& options) {
    double most[2] = {0, 0};
    if (!options.rows)
        std::printf("\nMemory beside the program's own, as a multiple of the bytes it allocated "
                    "(and the process without them):\n");
    for (Workload& work : all_workloads()) {
        if (work.name.find(options.only) == std::string::npos) continue;
        std::uint64_t allocated = 0;
        for (const Array& array : work.arrays) allocated += array.bytes();
        if (allocated < 4 << 20) continue; // too small for the difference to say anything
        double multiple[2];
        for (const bool is_checked : {false, true}) {
            const std::uint64_t empty = peak_bytes([&] { VirtualGpu gpu(is_checked); });
            const std::uint64_t full = peak_bytes([&] {
                VirtualGpu gpu(is_checked);
                gpu.place(work);
                gpu.prepare(work);
                gpu.run(work);
            });
            multiple[is_checked] =
                static_cast<double>(full - empty) / static_cast<double>(allocated) - 1;
        }
        for (const bool is_checked : {false, true})
            most[is_checked] = std::max(most[is_checked], multiple[is_checked]);
        if (options.rows) continue;
        std::printf("  %-18s %5.2f without checks, %5.2f with every check\n", work.name.c_str(),
                    multiple[0], multiple[1]);
    }
    if (options.rows) print_pair("memory beside the program's own", most[0], most[1], "times it");
}

void run_for_profiler(const Options& options) {
    for (Workload& work : all_workloads()) {
        if (work.name.find(options.only) == std::string::npos) continue;
        VirtualGpu gpu(options.profile == "checked");
        gpu.place(work);
        for (int i = 0; i < options.repetitions; ++i) {
            gpu.prepare(work);
            gpu.run(work);
        }
    }
}

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        if (name == "--tsv")
            options.tsv = true;
        else if (name == "--rows")
            options.rows = true;
        else if (name == "--steps")
            options.steps = true;
        else if (name == "--places" && i + 1 < count)
            options.places = arguments[++i];
        else if (name == "--repetitions" && i + 1 < count)
            options.repetitions = std::max(1, std::atoi(arguments[++i]));
        else if (name == "--only" && i + 1 < count)
            options.only = arguments[++i];
        else if (name == "--profile" && i + 1 < count)
            options.profile = arguments[++i];
        else
            throw std::runtime_error("usage: bench_vgpu [--repetitions N] [--only TEXT] [--tsv | "
                                     "--rows | --profile plain|checked | --steps [--places FILE]]");
    }
    return options;
}

} // namespace

int main(int count, char** arguments) {
    try {
        const Options options = parse(count, arguments);
        if (!options.profile.empty()) {
            run_for_profiler(options);
            return 0;
        }
        if (options.steps) {
            count_steps_of_kernels(options.only, options.places);
            return 0;
        }
        if (!options.tsv) {
            measure_memory(options); // first: a child begins with what its parent has touched
            measure_start(options);
            if (!options.rows) std::printf("\n");
        }
        measure_workloads(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_vgpu: %s\n", error.what());
        return 1;
    }
    return 0;
}
