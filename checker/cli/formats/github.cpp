// What a GitHub Actions job shows: annotations at the lines to look at, and the step summary
// (docs.github.com, "Workflow commands for GitHub Actions").
#include "cli/formats/formats.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/formats/words.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>

namespace workbook::cli {
namespace {

constexpr std::size_t most_annotations = 10; // of a type, in a step; GitHub shows no more
constexpr std::size_t most_annotation_bytes = 4000;
constexpr std::size_t most_summary_bytes = 1024 * 1024;

// A command's value; of a property ("file=...") a colon and a comma would be the end.
std::string command_value(const std::string& text, bool property) {
    std::string escaped;
    for (const char c : text) {
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','))) {
            escaped += fmt::format("%{:02X}", static_cast<unsigned>(c));
        } else {
            escaped += c;
        }
    }
    return escaped;
}

struct Annotation {
    std::string title;
    std::string text;
    std::string file{};
    int line = 0;
};

std::string annotation_command(const char* type, const Annotation& annotation) {
    std::string properties;
    if (!annotation.file.empty()) {
        properties += "file=" + command_value(annotation.file, true) + ",";
        if (annotation.line > 0) properties += fmt::format("line={},", annotation.line);
    }
    properties += "title=" + command_value(annotation.title, true);
    const std::string text = safe_text(annotation.text, most_annotation_bytes);
    return fmt::format("::{} {}::{}\n", type, properties, command_value(text, false));
}

bool is_students(const Message& message) {
    return !message.file.empty() && !message.file.ends_with("check.cpp");
}

// The one that says where in the student's file, if there is one, else the first.
const Message* message_to_show(const GradedLesson& lesson) {
    const auto& messages = lesson.result.messages;
    const auto found = std::ranges::find_if(messages, is_students);
    if (found != messages.end()) return &*found;
    return messages.empty() ? nullptr : &messages.front();
}

Annotation annotation_of(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    Annotation annotation{result.lesson + ": " + spoken(result.verdict),
                          score_text(result.points, result.max_points)};
    if (!lesson.reason.empty()) annotation.text += ": " + lesson.reason;
    const Message* message = message_to_show(lesson);
    if (message == nullptr) return annotation;
    if (!message->text.empty()) annotation.text = message->text + "\n" + annotation.text;
    if (is_students(*message)) {
        annotation.file = message->file;
        annotation.line = message->line;
    }
    return annotation;
}

// Where there are more than are shown, the last one says how many.
std::string annotations(const char* type, const std::vector<Annotation>& all) {
    const bool too_many = all.size() > most_annotations;
    const std::size_t shown = too_many ? most_annotations - 1 : all.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) text += annotation_command(type, all[i]);
    if (!too_many) return text;
    const std::string rest =
        fmt::format("{} more: the step's summary has them", all.size() - shown);
    return text + annotation_command(type, {"and more", rest});
}

std::vector<Annotation> errors_of(const GradeReport& report) {
    std::vector<Annotation> errors;
    if (!report.complete) errors.push_back({"incomplete", report.incomplete_reason});
    for (const GradedLesson& lesson : report.lessons) {
        const Outcome outcome = outcome_of(lesson.result.verdict);
        if (outcome == Outcome::fail || outcome == Outcome::error)
            errors.push_back(annotation_of(lesson));
    }
    return errors;
}

std::string summary_failure_of(const std::string& what) {
    return what + ": " + std::strerror(errno);
}

} // namespace

std::string random_github_token() {
    std::random_device random;
    std::string token = "workbook-";
    for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
    return token;
}

std::string github_grade(const GradeReport& report, const std::string& token,
                         const std::string& summary_failure) {
    std::vector<Annotation> warnings;
    for (const std::string& warning : report.warnings) warnings.push_back({"workbook", warning});
    if (!summary_failure.empty())
        warnings.push_back({"workbook", "no step summary: " + summary_failure});
    std::string total = score_text(points_of(report), max_points_of(report));
    const std::string hidden = hidden_text(hidden_of(report));
    if (!hidden.empty()) total += "; " + hidden;
    return fmt::format("::stop-commands::{}\n", token) +
           without_runner_commands(console_grade(report, TextStyle{})) +
           fmt::format("::{}::\n", token) + annotations("error", errors_of(report)) +
           annotations("warning", warnings) + annotations("notice", {{tree_text(report), total}});
}

std::string append_github_summary(const GradeReport& report, const std::string& path) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
               S_IRUSR | S_IWUSR);
    if (file < 0) return summary_failure_of("cannot open " + path);
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(file);
        return path + " is no regular file";
    }
    const auto used = static_cast<std::size_t>(status.st_size);
    std::string failure;
    std::string text =
        markdown_grade(report, most_summary_bytes - std::min(used, most_summary_bytes));
    if (used + text.size() > most_summary_bytes) {
        failure = "it would be longer than 1024 KB";
        text.clear();
    }
    for (std::size_t written = 0; written < text.size();) {
        const auto count = ::write(file, text.data() + written, text.size() - written);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            failure = summary_failure_of("cannot write " + path);
            break;
        }
        written += static_cast<std::size_t>(count);
    }
    ::close(file);
    return failure;
}

} // namespace workbook::cli
