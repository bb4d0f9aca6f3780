#include "cli/debug.hpp"

#include "cli/build.hpp"
#include "cli/compiler_output.hpp"
#include "cli/files.hpp"
#include "cli/lesson_report.hpp"
#include "wire/message.hpp"
#include "wire/recording.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <sstream>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// In PATH, or in the bin/ of the toolkit whose libraries are used.
std::string find_debug_tool(const Course& course, const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty() && access((fs::path(folder) / name).c_str(), X_OK) == 0) return name;
    for (fs::path folder = course.cuda_libraries; folder.has_relative_path();
         folder = folder.parent_path())
        if (const auto file = folder / "bin" / name; access(file.c_str(), X_OK) == 0)
            return shell_quoted(file.string());
    return "";
}

bool has_gpu() {
    for (const char* file : {"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg"}) // the last one: WSL
        if (fs::exists(file)) return true;
    return false;
}

class DebugText {
  public:
    explicit DebugText(const TextStyle& style) : style_(style) {}

    void head(const std::string& text) {
        text_ += "\n" + coloured(Colour::bold, text, style_) + "\n";
    }
    void line(const std::string& command) { text_ += "  " + command + "\n"; } // never broken
    void say(const std::string& text) { text_ += indented(text, 2, style_.width); }
    std::string take() { return std::move(text_); }

  private:
    TextStyle style_;
    std::string text_;
};

// gdb's word for a path in its own commands needs no quotes; the shell's are around the whole.
std::string gdb_command(const std::string& text) { return "-ex " + shell_quoted(text) + " "; }

void say_gdb(DebugText& text, const DebugTools& tools, const Course& course,
             const std::string& replay, const std::string& function) {
    text.head("gdb, on the virtual GPU");
    const std::string start =
        "gdb -q " + gdb_command("set breakpoint pending on") +
        gdb_command("set environment LD_LIBRARY_PATH " + course.virtual_runtime.string());
    text.say("Stops where your function begins; `next`, `print n`, `backtrace` as everywhere:");
    text.line(start + gdb_command("break " + function) + gdb_command("run") + "--args " + replay);
    text.say("Stops where the virtual GPU finds a fault, and shows the calls that led there:");
    text.line(start + gdb_command("break workbook_virtual_gpu_says") + gdb_command("run") +
              gdb_command("backtrace -8") + "--args " + replay);
    text.say("gdb sees host code. What happens within a kernel, the virtual GPU says itself: the "
             "first command, or printf in the kernel.");
    if (tools.gdb.empty()) text.say("gdb is not here. Debian, Ubuntu: sudo apt-get install gdb");
}

void say_gpu_tools(DebugText& text, const DebugTools& tools, const std::string& replay,
                   const std::string& libraries) {
    struct Tool {
        const char *name, *package;
        std::string command, options;
    };
    text.head("On a GPU");
    if (!tools.gpu) {
        text.say("There is none here. cuda-gdb, compute-sanitizer and ncu need one; what "
                 "compute-sanitizer would find, the virtual GPU has looked for.");
        return;
    }
    const std::string environment = "LD_LIBRARY_PATH=" + shell_quoted(libraries) + " ";
    for (const Tool& tool :
         {Tool{"cuda-gdb", "cuda-gdb", tools.cuda_gdb,
               "-ex 'set cuda break_on_launch application' -ex run --args "},
          Tool{"compute-sanitizer", "cuda-sanitizer", tools.compute_sanitizer, "--tool memcheck "},
          Tool{"compute-sanitizer", "cuda-sanitizer", tools.compute_sanitizer, "--tool racecheck "},
          Tool{"ncu", "cuda-nsight-compute", tools.ncu, "--set full "}}) {
        if (!tool.command.empty())
            text.line(environment + tool.command + " " + tool.options + replay);
        else if (tool.options != "--tool racecheck ")
            text.say(fmt::format("{} is not here: it comes with the CUDA Toolkit (NVIDIA's package "
                                 "{}-<version>).",
                                 tool.name, tool.package));
    }
}

} // namespace

std::string shell_quoted(const std::string& text) {
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-+=./:,@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string recorded_function(const std::string& bytes) {
    wire::RecordingHeader header;
    wire::Request request;
    if (bytes.size() < sizeof header + sizeof request) return "";
    std::memcpy(&header, bytes.data(), sizeof header);
    std::memcpy(&request, bytes.data() + sizeof header, sizeof request);
    if (std::memcmp(header.magic, wire::recording_magic, sizeof header.magic) != 0 ||
        header.request_bytes != sizeof request)
        return "";
    return {request.function, strnlen(request.function, sizeof request.function)};
}

RecordedCall record_call(const Course& course, const Lesson& lesson, const GradeOptions& options) {
    if (const auto failures = build_lessons(course, {&lesson}); !failures.empty()) {
        const auto messages =
            explain_compiler_output(course, lesson, failures.begin()->second.output);
        throw UserError(fmt::format("{} does not compile: ./workbook check {}\n{}", lesson.name,
                                    lesson.name, messages.front().text));
    }
    RecordedCall call;
    call.file = lesson.learner.parent_path() / "call.bin";
    std::error_code ignored;
    fs::remove(call.file, ignored); // of an earlier time
    std::string output;
    call.result =
        run_check(course, lesson, {lesson.check, lesson.learner, "", call.file}, options, output);
    call.function = recorded_function(file_text(call.file).value_or(""));
    if (call.function.empty()) {
        throw UserError(fmt::format("No call of {} could be recorded ({}). What the check says: "
                                    "./workbook check {}",
                                    lesson.name, spoken(call.result.verdict), lesson.name));
    }
    return call;
}

DebugTools find_debug_tools(const Course& course) {
    return {has_gpu(), find_debug_tool(course, "gdb"), find_debug_tool(course, "cuda-gdb"),
            find_debug_tool(course, "compute-sanitizer"), find_debug_tool(course, "ncu")};
}

std::string debug_report(const Course& course, const Lesson& lesson, const RecordedCall& call,
                         const DebugTools& tools, const TextStyle& style) {
    const bool passes = call.result.verdict == passed;
    const std::string replay = fmt::format("{} --replay {}", shell_quoted(lesson.learner.string()),
                                           shell_quoted(call.file.string()));
    DebugText text(style);
    text.say(coloured(Colour::bold, lesson.name, style) + ": " + verdict_line(call.result));
    text.say(fmt::format("Recorded: the {}, {}(). Each line below makes that one call again, "
                         "without a checker. After a change: ./workbook debug {}",
                         passes ? "last call" : "first call that goes wrong", call.function,
                         lesson.name));
    text.head("On the virtual GPU, which says what it finds");
    text.line("LD_LIBRARY_PATH=" + shell_quoted(course.virtual_runtime.string()) + " " + replay);
    say_gdb(text, tools, course, replay, call.function);
    say_gpu_tools(text, tools, replay, course.cuda_libraries.string());
    return text.take();
}

} // namespace workbook::cli
