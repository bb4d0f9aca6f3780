#include "cli/compiler_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <regex>
#include <sstream>

namespace workbook::cli {
namespace {

constexpr std::size_t most_errors = 5; // later ones are mostly consequences of the first

// Not all of a line or a text that is longer than any compiler means it: a student's file can make
// it so, and std::regex goes a call deeper for each character.
std::vector<std::string> lines_of(const std::string& text) {
    constexpr std::size_t most_of_line = 4000, most_lines = 20'000;
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; lines.size() < most_lines && std::getline(stream, line);)
        lines.push_back(line.substr(0, most_of_line));
    return lines;
}

// 0 for more digits than a line's number has.
int line_number(const std::string& digits) {
    int number = 0;
    const auto end = digits.data() + digits.size();
    return std::from_chars(digits.data(), end, number).ec == std::errc() ? number : 0;
}

// What nvcc's front end and g++ begin a diagnostic with: file(12): error: / file:12:3: error:
const std::regex& diagnostic_start() {
    static const std::regex pattern(
        R"(^([^\s:()][^:()]*)(?:\((\d+)\)|:(\d+):\d+): ((?:fatal |catastrophic )?error|warning|note|remark)\b.*)");
    return pattern;
}

bool ends_diagnostic(const std::string& line) {
    static const std::regex pattern(
        R"(^\s*$|^\[\d+/\d+\]|^FAILED: |^ninja: |^g?make(\[|: )|^\d+ errors? detected|^compilation terminated)");
    return std::regex_search(line, pattern);
}

bool is_caret(const std::string& line) {
    return !line.empty() && line.find_first_not_of(" ^~") == std::string::npos &&
           line.find('^') != std::string::npos;
}

// Appends the line that says where in the line before it the error is. A line too long for a
// terminal would be broken, and the caret would point nowhere: of that one, the part around it is
// left.
void add_caret(std::string& text, const std::string& caret) {
    constexpr std::size_t most = 72, before = 40;
    const std::size_t start = text.rfind('\n') + 1, at = caret.find('^');
    const std::string line = text.substr(start);
    if (line.size() > most) {
        const std::size_t first = std::min(at > before ? at - before : 0, line.size());
        text.resize(start);
        text += (first > 0 ? "... " : "    ") + line.substr(first, most - 8) +
                (first + most - 8 < line.size() ? " ..." : "");
        text += "\n" + std::string(4 + at - first, ' ') + "^";
        return;
    }
    text += "\n" + caret;
}

Message* find_diagnostics(const Course& course, const std::vector<std::string>& lines,
                          std::vector<Message>& messages) {
    Message* current = nullptr;
    for (const auto& line : lines) {
        std::smatch match;
        if (std::regex_match(line, match, diagnostic_start())) {
            current = nullptr;
            if (match[4] == "warning" || match[4] == "note" || match[4] == "remark") continue;
            const std::string file = shown_path(course, match[1].str());
            const int at = line_number(match[2].matched ? match[2] : match[3]);
            const auto rest = line.substr(static_cast<std::size_t>(match.position(4)));
            if (messages.size() < most_errors * 4) {
                current = &messages.emplace_back(Message{"", does_not_compile, rest, file, at});
            }
        } else if (ends_diagnostic(line)) {
            current = nullptr;
        } else if (current != nullptr && is_caret(line)) {
            add_caret(current->text, line);
        } else if (current != nullptr) {
            current->text += "\n" + line;
        }
    }
    return current;
}

// "undefined reference to `square(long const*, long*, unsigned long)'"
void find_undefined(const Course& course, const Lesson& lesson,
                    const std::vector<std::string>& lines, std::vector<Message>& messages) {
    static const std::regex pattern(R"(undefined reference to [`'](.+)')");
    std::vector<std::string> seen;
    for (const auto& line : lines) {
        std::smatch match;
        if (!std::regex_search(line, match, pattern)) continue;
        if (std::ranges::find(seen, match[1].str()) != seen.end()) continue;
        seen.push_back(match[1]);
        messages.push_back(
            {"", does_not_compile,
             fmt::format(
                 "error: {} is declared but defined nowhere. Define it with exactly the name "
                 "and the parameter types that {} gives it, outside any namespace.",
                 match[1].str(), shown_path(course, lesson.header)),
             shown_path(course, lesson.source), 0});
    }
}

// What the compiler means, where beginners meet it and its own words take an expert.
struct Translation {
    const char* error; // a part of nvcc's text
    const char* words;
};
constexpr Translation translations[] = {
    {"a __global__ function call must be configured",
     "A kernel is launched, not called: say how many blocks and threads run it, between its name "
     "and its arguments: kernel<<<blocks, threads>>>(arguments)."},
    {"a host function call cannot be configured",
     "Only a kernel is launched with <<<blocks, threads>>>, and this function is none: is "
     "__global__ missing before its return type?"},
};

void add_translation(std::string& text) {
    for (const auto& [error, words] : translations)
        if (text.find(error) != std::string::npos) text += fmt::format("\n{}", words);
}

// For an error in a template: the line of the same file that asked for it, the last that is named;
// 0 if none is.
int line_of_origin(const std::string& text) {
    constexpr std::string_view words = " at line ";
    const auto at = text.rfind(words);
    if (at == std::string::npos) return 0;
    const auto begin = at + words.size(), end = text.find_first_not_of("0123456789", begin);
    if (end != std::string::npos && text.compare(end, 4, " of ") == 0) return 0; // another file's
    return line_number(text.substr(begin, end - begin));
}

// The compiler complains of the kernel that calls the lambda, not of the lambda.
bool say_how_to_pass_a_lambda(Message& message) {
    std::string& text = message.text;
    const bool refused = text.find("The closure type for a lambda") != std::string::npos ||
                         text.find("__host__ function(\"operator()\")") != std::string::npos;
    if (!refused || text.find("lambda [") == std::string::npos) return false;
    if (const int line = line_of_origin(text); line > 0) message.line = line;
    text += "\nA lambda that a kernel calls needs __device__ behind its brackets: "
            "[=] __device__ (...) { ... }";
    return true;
}

// nvcc names an option that is not the student's to give; what is, is a word in the source.
void say_how_to_call_in_a_kernel(std::string& text) {
    static const std::regex call(R"(calling a (constexpr )?__host__ function)");
    static const std::regex option(R"( The experimental flag '[^']*' can be used to allow this\.)");
    std::smatch match;
    if (!std::regex_search(text, match, call)) return;
    text = std::regex_replace(text, option, "");
    text += "\nWhat runs on the device needs __host__ __device__ before its definition.";
}

Message build_failure(const Course& course, const Lesson& lesson, const std::string& output,
                      const std::vector<std::string>& lines) {
    const auto own = shown_path(course, lesson.source);
    std::error_code ignored;
    if (output.find(lesson.source.string()) != std::string::npos &&
        !std::filesystem::exists(lesson.source, ignored))
        return {"", does_not_compile,
                fmt::format("There is no file {}. To have it as it was handed out: "
                            "./workbook reset {}",
                            own, lesson.name),
                own, 0};
    constexpr std::size_t tail = 20;
    std::string text = "The build failed:";
    for (std::size_t i = lines.size() > tail ? lines.size() - tail : 0; i < lines.size(); ++i)
        text += "\n" + lines[i];
    return {"", does_not_compile, text, own, 0};
}

} // namespace

std::vector<Message> explain_compiler_output(const Course& course, const Lesson& lesson,
                                             const std::string& output) {
    const auto lines = lines_of(output);
    std::vector<Message> messages;
    find_diagnostics(course, lines, messages);
    find_undefined(course, lesson, lines, messages);
    const auto own = shown_path(course, lesson.source);
    std::ranges::stable_partition(messages,
                                  [&](const Message& message) { return message.file == own; });
    // The compiler says some errors once for the host and once for the device.
    std::vector<Message> different;
    for (auto& message : messages)
        if (std::ranges::none_of(different, [&](const Message& known) {
                return known.text == message.text && known.line == message.line;
            }))
            different.push_back(std::move(message));
    messages = std::move(different);
    if (messages.size() > most_errors) messages.resize(most_errors);
    for (auto& message : messages) {
        add_translation(message.text);
        if (!say_how_to_pass_a_lambda(message)) say_how_to_call_in_a_kernel(message.text);
    }
    if (messages.empty()) messages.push_back(build_failure(course, lesson, output, lines));
    return messages;
}

} // namespace workbook::cli
