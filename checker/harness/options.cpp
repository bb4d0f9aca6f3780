#include "harness/options.hpp"

#include "wire/settings.hpp"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <random>
#include <sstream>

namespace workbook {
namespace {

template <class Number>
bool parse(const std::string& text, Number& number) {
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end && !text.empty();
}

bool set_device(Options& options, const std::string& text) {
    const auto wanted = parse_wanted_device(text);
    if (wanted) options.device = *wanted;
    return wanted.has_value();
}

bool read_lines(std::vector<std::string>& lines, const std::string& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return !lines.empty();
}

bool set_text(std::string& field, const std::string& text) {
    field = text;
    return true;
}

// Secrets come this way: a command line can be read by every process.
std::string line_of_input() {
    std::string line;
    std::getline(std::cin, line);
    return line;
}

// "17:5:0,20:0:8589934592": the numbers of WantedLaunch.
bool parse_wanted(const std::string& text, std::vector<wire::WantedLaunch>& launches) {
    std::istringstream list(text);
    for (std::string row; std::getline(list, row, ',');) {
        std::istringstream numbers(row);
        std::string number, block, focus;
        std::getline(numbers, number, ':');
        std::getline(numbers, block, ':');
        std::getline(numbers, focus);
        wire::WantedLaunch& launch = launches.emplace_back();
        if (!parse(number, launch.number) || !parse(block, launch.block) ||
            !parse(focus, launch.focus))
            return false;
    }
    return !launches.empty() && text.back() != ',';
}

struct Row {
    const char* name;
    const char* argument; // shown in the usage
    const char* meaning;
    std::function<bool(Options&, const std::string&)> set; // false: the value is no good
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows{
        {"--learner", "FILE", "the learner program; without it: `learner` beside this program",
         [](Options& o, const std::string& v) { return set_text(o.learner, v); }},
        {"--reference", "FILE",
         "the program that some checks compare with; without it: `reference` beside this program",
         [](Options& o, const std::string& v) { return set_text(o.reference, v); }},
        {"--source", "FILE", "the student's file: messages show lines of it",
         [](Options& o, const std::string& v) { return set_text(o.source, v); }},
        {"--lesson", "NAME", "name of the lesson, for the report",
         [](Options& o, const std::string& v) { return set_text(o.lesson, v); }},
        {"--tree", "exercises|solutions", "which tree the learner program was built from",
         [](Options& o, const std::string& v) {
             return (v == "exercises" || v == "solutions") && set_text(o.tree, v);
         }},
        {"--points", "N", "what the lesson is worth",
         [](Options& o, const std::string& v) { return parse(v, o.points) && o.points >= 0; }},
        {"--device", "auto|gpu|virtual", "what to run on; else WORKBOOK_DEVICE, else auto",
         set_device},
        {"--seed", "N|-",
         "repeats a run; -: it is on standard input; else WORKBOOK_SEED, else a new one",
         [](Options& o, const std::string& v) {
             return parse(v == "-" ? line_of_input() : v, o.seed);
         }},
        {"--schedule-seed", "N",
         "the virtual GPU's order of blocks, warps and lanes; else WORKBOOK_SCHEDULE_SEED, else 0",
         [](Options& o, const std::string& v) { return parse(v, o.schedule_seed); }},
        {"--schedules", "N",
         "runs everything with schedule seeds 0 to N - 1, until one does not pass; else "
         "WORKBOOK_SCHEDULES, else 1",
         [](Options& o, const std::string& v) {
             return parse(v, o.schedules) && o.schedules >= 1 && o.schedules <= 10'000;
         }},
        {"--result", "FILE", "writes the result there, as JSON",
         [](Options& o, const std::string& v) { return set_text(o.result_file, v); }},
        {"--result-fd", "N", "writes the result to this open file, which no other process can have",
         [](Options& o, const std::string& v) {
             return parse(v, o.result_descriptor) && o.result_descriptor > 2;
         }},
        {"--record", "FILE",
         "writes the first call that goes wrong (else the last), for `learner --replay FILE`",
         [](Options& o, const std::string& v) { return set_text(o.record_file, v); }},
        {"--profile", "FILE",
         "writes what each launch did on the virtual GPU, by source line, as JSON",
         [](Options& o, const std::string& v) { return set_text(o.profile_file, v); }},
        {"--arrays", "LIST",
         "for --profile: launches NUMBER:BLOCK:ADDRESS,... of which each access is kept",
         [](Options& o, const std::string& v) { return parse_wanted(v, o.arrays); }},
        {"--vgpu-lib", "FOLDER", "where the virtual GPU's libcudart.so is",
         [](Options& o, const std::string& v) { return set_text(o.virtual_runtime, v); }},
        {"--cuda-lib", "FOLDER", "where NVIDIA's libcudart.so is",
         [](Options& o, const std::string& v) { return set_text(o.cuda_libraries, v); }},
        {"--tracer", "FILE", "libworkbook_cupti.so, the tracer of a real GPU",
         [](Options& o, const std::string& v) { return set_text(o.tracer, v); }},
        {"--ptx", "FILE", "the learner's PTX, in place of what its program holds",
         [](Options& o, const std::string& v) { return set_text(o.ptx_file, v); }},
        {"--names", "FILE",
         "of the compiled code, only functions in these namespaces, or of these names, are looked "
         "at",
         [](Options& o, const std::string& v) { return read_lines(o.learner_names, v); }},
        {"--time-scale", "X", "multiplies all deadlines; else WORKBOOK_TIME_SCALE",
         [](Options& o, const std::string& v) {
             return parse(v, o.time_scale) && o.time_scale > 0;
         }},
        {"--memory", "MIB", "what the learner program may take; else WORKBOOK_HOST_MEMORY",
         [](Options& o, const std::string& v) {
             return parse(v, o.memory_mebibytes) && o.memory_mebibytes >= 64 &&
                    o.memory_mebibytes < (1u << 30);
         }},
    };
    return rows;
}

std::uint64_t draw_seed() {
    // Short enough to be typed.
    return std::random_device()() % 1'000'000'000;
}

bool read_environment(Options& options, std::string& problem) {
    struct Variable {
        const char* name;
        const char* option;
    };
    for (const Variable& variable :
         {Variable{"WORKBOOK_DEVICE", "--device"}, Variable{"WORKBOOK_SEED", "--seed"},
          Variable{wire::setting::schedule_seed, "--schedule-seed"},
          Variable{"WORKBOOK_SCHEDULES", "--schedules"},
          Variable{"WORKBOOK_TIME_SCALE", "--time-scale"},
          Variable{"WORKBOOK_HOST_MEMORY", "--memory"}}) {
        const char* value = std::getenv(variable.name);
        if (!value || !*value) continue;
        for (const Row& row : table())
            if (row.name == std::string_view(variable.option) && !row.set(options, value)) {
                problem = std::string(variable.name) + "=" + value + ": expected " + row.argument;
                return false;
            }
    }
    return true;
}

} // namespace

std::optional<Options> read_options(const std::vector<std::string>& arguments,
                                    std::string& problem) {
    Options options;
    options.seed = draw_seed();
    if (!read_environment(options, problem)) return std::nullopt;
    options.catch_arguments.push_back(arguments.empty() ? "check" : arguments[0]);
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        bool Options::*flag = argument == "--untouched"     ? &Options::untouched
                              : argument == "--values-only" ? &Options::values_only
                              : argument == "--gain"        ? &Options::gain
                              : argument == "--confine"     ? &Options::confine
                              : argument == "--can-confine" ? &Options::can_confine
                              : argument == "--find-gpu"    ? &Options::find_gpu
                                                            : nullptr;
        if (flag) {
            options.*flag = true;
            continue;
        }
        if (argument == "--help" || argument == "-h") {
            options.help = true;
            continue;
        }
        const Row* found = nullptr;
        for (const Row& row : table())
            if (argument == row.name) found = &row;
        if (!found) {
            options.catch_arguments.push_back(argument);
            continue;
        }
        if (i + 1 == arguments.size() || !found->set(options, arguments[i + 1])) {
            problem = argument + (i + 1 == arguments.size() ? "" : " " + arguments[i + 1]) +
                      ": expected " + found->argument;
            return std::nullopt;
        }
        ++i;
    }
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error && options.learner.empty())
        options.learner = (self.parent_path() / "learner").string();
    if (!error && options.reference.empty())
        options.reference = (self.parent_path() / "reference").string();
    return options;
}

std::string usage() {
    std::string text = "Checks one lesson. Options:\n";
    for (const Row& row : table()) {
        std::string left = std::string("  ") + row.name + " " + row.argument;
        left.resize(std::max<std::size_t>(left.size() + 2, 34), ' ');
        text += left + row.meaning + "\n";
    }
    return text +
           "  --untouched                     the stub is unchanged: a failure means \"not "
           "started\"\n"
           "  --values-only                   values, crashes and time-outs decide; nothing is "
           "traced, no requirement counts\n"
           "  --gain                          a pass says what the student gained: counts on the "
           "virtual GPU, times on a real one\n"
           "  --confine                       the learner program sees no files, processes "
           "and networks but its own\n"
           "  --can-confine                   exit code 0 if this system can do that, else "
           "1 and the reason\n"
           "  --find-gpu                      exit code 0 and its name if a GPU answers, else 1 "
           "and the reason\n"
           "What else is given goes to Catch2: names of test cases, --list-tests, ...\n"
           "Exit code: 0 passed, 1 not passed, 2 could not grade.\n";
}

} // namespace workbook
