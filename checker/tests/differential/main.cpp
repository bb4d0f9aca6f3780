// Generates random programs, runs them on the device at hand and records a digest of what each one
// leaves in memory, or compares the digests with those of another device.
#include "device.hpp"
#include "record.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace {

using namespace differential;

struct Task {
    std::string kind = "ptx", out, compare, keep, dump, architecture = "compute_80";
    std::vector<std::string> difference;
    std::uint64_t from = 1, count = 1;
    bool print = false, trace = false, debug = false, append = false;
};

void keep_program(const Task& task, const Program& program, const Outcome& outcome) {
    if (task.keep.empty()) return;
    std::filesystem::create_directories(task.keep);
    const std::string base =
        fmt::format("{}/{}_{}", task.keep, name_of(program.kind), program.seed);
    std::ofstream(base + (program.kind == Kind::ptx ? ".ptx" : ".cu")) << program.text;
    write_dump(base + ".dump", program, outcome);
    fmt::print("  kept as {}.*\n", base);
}

// A fault of a kernel is the end of the process's device: the rest runs in a fresh process.
int go_on_in_fresh_process(char** arguments, const Task& task, std::uint64_t next, int failures) {
    const std::uint64_t end = task.from + task.count;
    if (next == end) return failures == 0 ? 0 : 1;
    std::vector<std::string> words;
    for (char** argument = arguments; *argument != nullptr; ++argument) {
        const std::string_view word = *argument;
        if (word == "--from" || word == "--count")
            ++argument;
        else if (word != "--append" && word != "--failed")
            words.emplace_back(word);
    }
    for (const std::string& word :
         {std::string("--from"), std::to_string(next), std::string("--count"),
          std::to_string(end - next), std::string("--append"), std::string("--failed")})
        words.push_back(word);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::fflush(nullptr);
    execv("/proc/self/exe", pointers.data());
    return 2;
}

int run_all(const Task& task, char** arguments, bool failed_before) {
    const Kind kind = task.kind == "ptx" ? Kind::ptx : Kind::cuda;
    Records expected;
    std::string error;
    if (!task.compare.empty() && !read_records(task.compare, expected, error)) {
        fmt::print(stderr, "{}\n", error);
        return 2;
    }
    std::ofstream out;
    if (!task.out.empty()) out.open(task.out, task.append ? std::ios::app : std::ios::out);
    const Options options{.trace = task.trace};
    const Compilation how{.architecture = task.architecture, .debug = task.debug, .level = {}};
    int failures = failed_before ? 1 : 0;
    std::uint64_t compared = 0;
    for (std::uint64_t seed = task.from; seed < task.from + task.count; ++seed) {
        const auto record = expected.find({task.kind, seed});
        if (!task.compare.empty() && record == expected.end()) continue;
        const Program program = generate(kind, seed, options);
        if (task.print) {
            fmt::print("{}", program.text);
            continue;
        }
        const Outcome outcome = run(program, options, how);
        const std::string line = line_of(program, outcome);
        if (out.is_open())
            out << line << std::flush;
        else if (task.compare.empty())
            fmt::print("{}", line);
        bool wrong = !outcome.error.empty();
        if (wrong) fmt::print("{} {}: {}\n", task.kind, seed, outcome.error);
        if (record != expected.end()) {
            ++compared;
            const std::string digest = fmt::format("{:016x}", digest_of(outcome));
            if (!wrong && (digest != record->second.digest ||
                           outcome.results.size() != record->second.outputs)) {
                wrong = true;
                fmt::print("{} {}: differs: {} instead of {}\n", task.kind, seed, digest,
                           record->second.digest);
            }
        }
        if (!task.dump.empty()) write_dump(task.dump, program, outcome);
        if (wrong) {
            ++failures;
            keep_program(task, program, outcome);
        }
        if (outcome.lost) return go_on_in_fresh_process(arguments, task, seed + 1, failures);
    }
    if (task.print) return 0;
    if (!task.compare.empty()) {
        fmt::print("{} {} programs compared with {}, {} wrong\n", compared, task.kind, task.compare,
                   failures);
        if (compared == 0) return 1;
    }
    return failures == 0 ? 0 : 1;
}

// For reduce.py: one program's launch with one text after the other. A line of the input names a
// level of optimisation, a file with PTX or machine code, and a file for the results; the answer is
// a line too. A text that costs the process its device is its last one.
int serve(std::uint64_t seed) {
    Program program = generate(Kind::ptx, seed);
    unsigned level = 0;
    for (std::string text, results; std::cin >> level >> text >> results;) {
        std::ifstream stream(text, std::ios::binary);
        program.text.assign(std::istreambuf_iterator<char>(stream), {});
        const Outcome outcome =
            run(program, {}, {.architecture = {}, .debug = false, .level = level});
        std::ofstream(results, std::ios::binary)
            .write(reinterpret_cast<const char*>(outcome.results.data()),
                   static_cast<std::streamsize>(8 * outcome.results.size()));
        fmt::print("{:016x} {}\n", digest_of(outcome), outcome.error.substr(0, 200));
        std::fflush(stdout);
        if (outcome.lost) return 1;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"Random kernels: what does this device make of them, and does another agree?"};
    Task task;
    std::uint64_t print_seed = 0, dump_seed = 0;
    bool device = false, failed = false, serving = false;
    app.add_option("--kind", task.kind, "ptx, or cuda: compiled by NVRTC")
        ->check(CLI::IsMember({"ptx", "cuda"}));
    app.add_option("--from", task.from, "the first seed");
    app.add_option("--count", task.count, "how many seeds");
    app.add_option("--out", task.out, "write the digests here");
    app.add_flag("--append", task.append, "add to that file");
    app.add_option("--compare", task.compare, "compare with the digests in this file");
    app.add_option("--keep", task.keep, "a folder for the programs that are wrong");
    app.add_option("--print", print_seed, "print the program of this seed");
    app.add_option("--seed", dump_seed, "with --dump: the program");
    app.add_option("--dump", task.dump, "write all results of one program here");
    app.add_flag("--trace", task.trace, "record each value that an instruction computes (ptx)");
    app.add_option("--diff", task.difference, "print where two dumps part")->expected(2);
    app.add_option("--arch", task.architecture, "NVRTC's target (cuda)");
    app.add_flag("--debug", task.debug, "compile as nvcc -G does (cuda)");
    app.add_flag("--serve", serving, "with --seed: run the texts that standard input names");
    app.add_flag("--device", device, "print the device's name");
    app.add_flag("--failed", failed, "an earlier part of this run had failures")->group("");
    CLI11_PARSE(app, argc, argv);
    if (!task.difference.empty())
        return print_difference(task.difference[0], task.difference[1]) ? 1 : 0;
    if (device) {
        fmt::print("{}\n", device_name());
        return 0;
    }
    const bool printing = app.count("--print") != 0;
    if (!printing && !prepare_device()) {
        fmt::print(stderr,
                   "no device answers: {}. For the virtual GPU put its folder, build/dev/vgpu/lib, "
                   "into LD_LIBRARY_PATH\n",
                   device_name());
        return 2;
    }
    if (printing) {
        task.print = true;
        task.from = print_seed;
        task.count = 1;
    }
    if (serving) return serve(dump_seed);
    if (app.count("--seed") != 0) {
        task.from = dump_seed;
        task.count = 1;
    }
    return run_all(task, argv, failed);
}
