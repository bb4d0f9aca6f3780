#include "runner.hpp"

#include "mutator.hpp"

#include <sanitizer/common_interface_defs.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <unistd.h>

// Read by AddressSanitizer at start: an abort is a finding too, and so is memory without bound.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
    return "handle_abort=1:hard_rss_limit_mb=3072:detect_leaks=0";
}

namespace workbook::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
    std::optional<std::uint64_t> seconds, iterations;
    std::uint64_t seed = 1;
    std::string save;
    std::vector<std::string> inputs;
};

// What the sanitizers' death callback and the signal handlers can still see.
struct Current {
    const char* data = nullptr;
    std::size_t size = 0;
    const char* save = "";
    unsigned long long seed = 0, iteration = 0;
} current;

void save_current() {
    if (!current.data) return;
    if (std::FILE* file = std::fopen(current.save, "wb")) {
        std::fwrite(current.data, 1, current.size, file);
        std::fclose(file);
    }
    std::fprintf(stderr, "\nseed %llu, iteration %llu: the input is in %s\n", current.seed,
                 current.iteration, current.save);
}

void on_hang(int) {
    std::fprintf(stderr, "no answer within ten seconds");
    save_current();
    _exit(1);
}

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool read_options(int argc, char** argv, Options& options) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (!argument.starts_with("--")) {
            options.inputs.emplace_back(argument);
            continue;
        }
        if (i + 1 == argc) return false;
        const std::string_view value = argv[++i];
        if (argument == "--save") {
            options.save = value;
            continue;
        }
        const auto count = number(value);
        if (!count) return false;
        if (argument == "--seconds")
            options.seconds = count;
        else if (argument == "--iterations")
            options.iterations = count;
        else if (argument == "--seed")
            options.seed = *count;
        else
            return false;
    }
    return true;
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// True: the input was taken as it should be.
bool judge(const Setup& setup, std::string_view bytes) {
    // A block of its own, without a string's spare room: a read past its end is seen.
    const std::vector<char> block(bytes.begin(), bytes.end());
    const std::string_view input(block.data(), block.size());
    current.data = input.data();
    current.size = input.size();
    alarm(10);
    std::string complaint;
    try {
        complaint = setup.judge(input);
    } catch (const std::exception& exception) {
        complaint = std::string("an exception escaped: ") + exception.what();
    }
    alarm(0);
    if (complaint.empty()) {
        current.data = nullptr;
        return true;
    }
    std::fprintf(stderr, "%s: %s", setup.name.c_str(), complaint.c_str());
    save_current();
    return false;
}

} // namespace

std::vector<std::string> read_corpus(const std::string& folder, const std::string& extension) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == extension) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> corpus;
    for (const auto& path : paths) corpus.push_back(read_file(path));
    return corpus;
}

int run(int argc, char** argv, const Setup& setup) {
    Options options;
    if (!read_options(argc, argv, options)) {
        std::fprintf(
            stderr,
            "usage: %s [--seconds N | --iterations N] [--seed S] [--save FILE] [input...]\n",
            setup.name.c_str());
        return 2;
    }
    if (options.save.empty()) options.save = setup.name + ".failure";
    current.save = options.save.c_str();
    current.seed = options.seed;
    std::signal(SIGALRM, on_hang);
    __sanitizer_set_death_callback(save_current);

    for (const std::string& path : options.inputs)
        if (!judge(setup, read_file(path))) return 1;
    if (!options.inputs.empty()) return 0;

    if (setup.corpus.empty()) {
        std::fprintf(stderr, "%s: the corpus is empty\n", setup.name.c_str());
        return 2;
    }
    for (const std::string& input : setup.corpus)
        if (!judge(setup, input)) return 1;

    if (!options.seconds && !options.iterations) options.seconds = 10;
    const auto deadline = Clock::now() + std::chrono::seconds(options.seconds.value_or(0));
    Mutator mutator(setup.corpus, setup.words, options.seed);
    unsigned long long& iteration = current.iteration;
    for (; options.iterations ? iteration < *options.iterations : Clock::now() < deadline;
         ++iteration)
        if (!judge(setup, mutator.next())) return 1;
    std::printf("%s: %llu inputs, seed %llu: all well\n", setup.name.c_str(), iteration,
                static_cast<unsigned long long>(options.seed));
    return 0;
}

} // namespace workbook::fuzz
