// main() of every check program: options, device, session, Catch2, result.
#include "harness/gain.hpp"
#include "harness/notes.hpp"
#include "harness/options.hpp"
#include "harness/profile_log.hpp"
#include "harness/promises.hpp"
#include "harness/ptx.hpp"
#include "harness/random.hpp"
#include "harness/reference.hpp"
#include "harness/reporter.hpp"
#include "harness/schedules.hpp"
#include "harness/session.hpp"
#include "harness/source_text.hpp"
#include "wire/freed_memory.hpp"

#include <catch2/catch_session.hpp>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/interfaces/catch_interfaces_registry_hub.hpp>
#include <catch2/interfaces/catch_interfaces_testcase.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace workbook {
namespace {

constexpr int exit_passed = 0, exit_not_passed = 1, exit_could_not_grade = 2;

// What a student's program leads us to must not take the machine's memory. A soft limit: the
// learner program has its own, which is larger.
void limit_own_memory() {
#if !defined(__SANITIZE_ADDRESS__)            // it reserves terabytes
    constexpr rlim_t most_bytes = 4ull << 30; // many times what any lesson's checker needs
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= most_bytes) return;
    limit.rlim_cur = most_bytes;
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

// Every process of the machine can read the command line in /proc/PID/cmdline. The learner's
// program must not see the seed and the result file's name.
void wipe_arguments(int count, char** arguments) {
    for (int i = 1; i < count; ++i) std::memset(arguments[i], 0, std::strlen(arguments[i]));
}

// All cases of the program, so that one that is not run shows.
void list_cases(Report& report) {
    for (const Catch::TestCaseHandle& handle :
         Catch::getRegistryHub().getTestCaseRegistry().getAllTests()) {
        const Catch::TestCaseInfo& info = handle.getTestCaseInfo();
        std::vector<std::string> tags;
        for (const Catch::Tag& tag : info.tags)
            tags.emplace_back(tag.original.data(), tag.original.size());
        CaseResult& result = report.cases.emplace_back(CaseResult{.name = info.name});
        result.weight = weight_of_tags(tags);
        if (result.weight < 0) {
            report.messages.push_back({info.name, Verdict::grader_error,
                                       "its [weight:...] is no number", info.lineInfo.file,
                                       info.lineInfo.line});
            result.weight = 1;
        }
    }
}

bool write_file(const char* what, const std::string& path, const std::string& text) {
    // Writes another file first: a reader sees either a whole file or no file.
    const std::string partial = path + ".part";
    std::ofstream file(partial, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (file && std::rename(partial.c_str(), path.c_str()) == 0) return true;
    std::cerr << "the " << what << " could not be written to " << path << "\n";
    return false;
}

// Writes from the beginning: with several schedules the file holds the previous run's result.
bool write_result(int descriptor, const std::string& text) {
    bool written = ftruncate(descriptor, 0) == 0;
    for (std::size_t done = 0; written && done < text.size();) {
        const ssize_t count =
            pwrite(descriptor, text.data() + done, text.size() - done, static_cast<off_t>(done));
        written = count > 0;
        done += written ? static_cast<std::size_t>(count) : 0;
    }
    if (!written) std::cerr << "the result could not be handed over\n";
    return written;
}

// Whether the report is going to pass. This decides on a copy, because decide() changes a report.
bool is_passed(Report report, bool untouched) {
    decide(report, untouched);
    return report.verdict == Verdict::passed;
}

int finish(Report& report, const Options& options, bool untouched) {
    const bool colour = isatty(STDOUT_FILENO) != 0;
    report.notes = Notes::all();
    decide(report, untouched);
    print_outcome(std::cout, report, colour);
    const profile_log::Heading heading{report.lesson, report.tree, report.seed};
    if (!options.profile_file.empty() &&
        !write_file("profile", options.profile_file,
                    profile_log::to_json(heading, learner_ptx().lines())))
        return exit_could_not_grade;
    if (!options.result_file.empty() && !write_file("result", options.result_file, to_json(report)))
        return exit_could_not_grade;
    if (options.result_descriptor >= 0 && !write_result(options.result_descriptor, to_json(report)))
        return exit_could_not_grade;
    if (report.verdict == Verdict::grader_error) return exit_could_not_grade;
    return report.verdict == Verdict::passed ? exit_passed : exit_not_passed;
}

// Nothing can be run; the result says why.
int refuse(Report& report, const Options& options, Verdict verdict, const std::string& text) {
    report.messages.push_back({"", verdict, text, "", 0});
    return finish(report, options, false);
}

SessionOptions session_options(const Options& options, const DeviceChoice& device) {
    SessionOptions session;
    session.learner = options.learner;
    session.device = device;
    session.virtual_runtime = options.virtual_runtime;
    session.cuda_libraries = options.cuda_libraries;
    session.values_only = options.values_only;
    if (!options.values_only) session.tracer = options.tracer;
    session.record_file = options.record_file;
    session.schedule_seed = options.schedule_seed;
    session.profile = !options.profile_file.empty();
    session.arrays = session.profile && !options.arrays.empty();
    if (session.profile) session.limits.fault_log_bytes = 32ull << 20; // launches, too
    session.limits.start_seconds *= options.time_scale;
    session.limits.prepare_seconds *= options.time_scale;
    session.limits.call_seconds *= options.time_scale;
    session.confine = options.confine;
    // The tool that stops this program at a limit asks whether the machine was to blame.
    if (options.result_descriptor >= 0)
        session.on_call = [descriptor = options.result_descriptor](double waited) {
            write_result(descriptor, waiting_to_json(waited));
        };
    if (!device.is_virtual) {
        // The driver maps and reserves much more than a lesson uses, and opens a file for every
        // GPU.
        session.limits.limit_data = false;
        session.limits.threads = 0;          // it starts some of its own
        session.limits.kill_on_fork = false; // it may try nvidia-modprobe
        session.limits.memory_bytes = 32ull << 30;
        session.limits.open_files = 4096;
    }
    if (options.memory_mebibytes > 0) session.limits.memory_bytes = options.memory_mebibytes << 20;
    return session;
}

// The reference program runs like the learner program, but without recording and profile, and with
// at least the ordinary deadlines: shorter ones are for programs that hang.
SessionOptions reference_options(const Options& options, SessionOptions session) {
    const Limits ordinary;
    session.limits.start_seconds = std::max(session.limits.start_seconds, ordinary.start_seconds);
    session.limits.prepare_seconds =
        std::max(session.limits.prepare_seconds, ordinary.prepare_seconds);
    session.limits.call_seconds = std::max(session.limits.call_seconds, ordinary.call_seconds);
    session.learner = options.reference;
    session.on_call = {};
    session.record_file.clear();
    session.profile = session.arrays = false;
    return session;
}

// Options that ask something of this program, whatever the cases are: the exit code.
std::optional<int> answer_question(const Options& options) {
    if (options.help) {
        std::cout << usage();
        return exit_passed;
    }
    if (options.can_confine) {
        const auto obstacle = obstacle_to_confinement();
        if (obstacle)
            std::cout << "learner programs cannot be confined here: " << *obstacle << "\n";
        return obstacle ? exit_not_passed : exit_passed;
    }
    if (options.find_gpu) {
        std::string problem;
        const auto gpu = find_gpu(problem);
        std::cout << gpu.value_or(problem) << "\n";
        return gpu ? exit_passed : exit_not_passed;
    }
    return std::nullopt;
}

// Gives Catch2 its options. The exit code, where it has nothing to run.
std::optional<int> prepare(Catch::Session& catch_session, const Options& options) {
    std::vector<const char*> arguments;
    for (const std::string& argument : options.catch_arguments)
        arguments.push_back(argument.c_str());
    if (catch_session.applyCommandLine(static_cast<int>(arguments.size()), arguments.data()) != 0)
        return exit_could_not_grade;
    if (catch_session.configData().listTests || catch_session.configData().listTags)
        return catch_session.run();
    catch_session.configData().reporterSpecifications = {
        Catch::ReporterSpec(reporter_name, {}, {}, {})};
    return std::nullopt;
}

// Runs the cases with the learner program.
int run_cases(Catch::Session& catch_session, Report& report, const Options& options,
              const DeviceChoice& device) {
    if (device.is_virtual && options.schedule_seed != 0)
        Notes::add("the virtual GPU ran blocks, warps and lanes in the order of schedule seed " +
                   std::to_string(options.schedule_seed));
    random_source::set_seed(options.seed);
    const bool is_text = !options.ptx_file.empty();
    set_ptx_source({is_text ? options.ptx_file : options.learner, is_text, options.learner_names});
    bool untouched = options.untouched;
    try {
        Session session(session_options(options, device));
        Session::set_current(&session);
        show_source(options.source);
        set_reference(reference_options(options, session.options()));
        catch_session.run();
        report.printed = session.printed();
        report.in_doubt = session.in_doubt();
        report.waited = session.waited();
        report.started = session.made_calls() || !session.anything_done();
        // What leaves no value behind may have been done all the same, where nothing is traced.
        untouched |= !options.values_only && session.made_calls() && !session.anything_done();
        if (options.gain && !options.values_only && is_passed(report, untouched))
            report.gained = gains::lines(session);
        // Ends the learner program before the result is written, so that it cannot change the
        // result.
        session.stop();
    } catch (const std::exception& error) {
        return refuse(report, options, Verdict::grader_error, error.what());
    }
    return finish(report, options, untouched);
}

// What the report says of this run before any case has run; prints its heading.
void begin_report(Report& report, const Options& options, const std::string& device) {
    report.lesson = options.lesson;
    report.tree = options.tree;
    report.seed = options.seed;
    report.max_points = options.points;
    list_cases(report);
    report.device = device;
    print_heading(std::cout, report, isatty(STDOUT_FILENO) != 0);
    std::cout.flush();
}

int check(int argument_count, char** arguments) {
    limit_own_memory();
    std::string problem;
    const std::vector<std::string> words(arguments, arguments + argument_count);
    wipe_arguments(argument_count, arguments);
    const auto options = read_options(words, problem);
    if (!options) {
        std::cerr << problem << "\n" << usage();
        return exit_could_not_grade;
    }
    if (const auto answered = answer_question(*options)) return *answered;
    count_values_only(options->values_only);
    if (options->schedules > 1) {
        std::string ignored;
        const auto device = choose_device(options->device, ignored);
        // A real GPU has schedules of its own.
        if (device && device->is_virtual)
            return run_schedules({"/proc/self/exe", words, options->schedules, options->seed},
                                 std::cout);
    }
    // A result of an earlier run must not be taken for this one's.
    for (const std::string& file : {options->result_file, options->profile_file})
        if (!file.empty()) std::remove(file.c_str());

    promises::add_cases();
    Catch::Session catch_session;
    if (const auto done = prepare(catch_session, *options)) return *done;
    const auto device = choose_device(options->device, problem);
    Report& report = current_report();
    begin_report(report, *options, device ? device->name : "GPU");
    if (!device) // Values alone are asked for where a GPU was found.
        return refuse(report, *options,
                      options->values_only ? Verdict::grader_error : Verdict::skipped,
                      "a GPU was asked for, but " + problem);
    if (!device->is_virtual)
        if (const std::string lacks = lacking_capability(device->name, gpu_capability());
            !lacks.empty())
            return refuse(report, *options, Verdict::skipped, lacks);
    if (!options->profile_file.empty()) {
        if (!device->is_virtual)
            return refuse(report, *options, Verdict::grader_error,
                          "a profile is the virtual GPU's: --device virtual");
        profile_log::enable();
        profile_log::want(options->arrays);
    }
    if (access(options->learner.c_str(), X_OK) != 0)
        return refuse(report, *options, Verdict::grader_error,
                      "there is no learner program " + options->learner +
                          ": build the lesson first");
    return run_cases(catch_session, report, *options, *device);
}

} // namespace
} // namespace workbook

int main(int argument_count, char** arguments) {
    // Where the caller has them ignored, learner programs vanish unseen and are waited for in vain.
    std::signal(SIGCHLD, SIG_DFL);
#if !defined(__SANITIZE_ADDRESS__)
    // The learner's process must not read this one's memory. (The leak detector has to.)
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
    workbook::wire::keep_freed_memory(256 << 20);
    return workbook::check(argument_count, arguments);
}
