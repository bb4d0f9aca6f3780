#include "cli/compiler_advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <vector>

namespace workbook::cli {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// The name in a function's signature, without types and template arguments: "std::hash::operator"
// of "std::hash<int> ::operator ()(int) const", "ns::twice" of "int ns::twice<int>(T1)".
std::string qualified_name(std::string_view signature) {
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    std::string name;
    int depth = 0;
    for (std::size_t i = 0; i < signature.size(); ++i) {
        if (signature.substr(i).starts_with(unnamed)) {
            i += unnamed.size() - 1;
            continue;
        }
        const char c = signature[i];
        if (c == '(' && depth == 0) break;
        if (c == '<') ++depth;
        if (depth == 0 && !(c == ' ' && signature.substr(i + 1).starts_with("::"))) name += c;
        if (c == '>' && depth > 0) --depth;
    }
    while (name.ends_with(' ')) name.pop_back();
    return name.substr(name.find_last_of(" *&") + 1); // npos + 1 is the beginning
}

// Calls found(begin of what follows it) for each place in the text where a name stands as a whole
// word; ends with the first that is true.
template <class Found>
bool any_place(std::string_view text, std::string_view name, const Found& found) {
    for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const auto end = at + name.size();
        const bool begins = at == 0 || !is_word(text[at - 1]) || !is_word(name.front());
        const bool ends = end == text.size() || !is_word(text[end]) || !is_word(name.back());
        if (begins && ends && found(text.substr(end))) return true;
    }
    return false;
}

std::string_view without_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

// Whether a text declares or calls a function of that name.
bool has_function(std::string_view text, std::string_view name) {
    return !name.empty() && any_place(text, name, [](std::string_view rest) {
        return without_blanks(rest).starts_with('(');
    });
}

// Whether "(int n) const {" begins a function's body: nothing ends the statement before the brace.
bool begins_body(std::string_view rest) {
    constexpr std::size_t longest = 200; // a student's file may be made to take long
    rest = without_blanks(rest).substr(0, longest);
    if (!rest.starts_with('(')) return false;
    int depth = 0;
    bool initialises = false; // a constructor's members
    for (const char c : rest) {
        if (c == '(') ++depth;
        if (c == ')' && --depth < 0) return false;
        if (depth > 0 || c == ')') continue;
        if (c == '{') return true;
        initialises = initialises || c == ':';
        const bool may_stand_there =
            is_word(c) || contains(" \t\r\n-<>:&*", {&c, 1}) || (initialises && c == ',');
        if (!may_stand_there) return false;
    }
    return false;
}

bool defines_function(std::string_view text, std::string_view name) {
    return !name.empty() && any_place(text, name, begins_body);
}

std::vector<std::string> scopes_of(const std::string& qualified) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0;;) {
        const auto end = qualified.find("::", begin);
        parts.push_back(qualified.substr(begin, end - begin));
        if (end == std::string::npos) return parts;
        begin = end + 2;
    }
}

std::string without_comments(std::string_view text) {
    std::string rest;
    while (!text.empty()) {
        const bool line = text.starts_with("//"), block = text.starts_with("/*");
        if (!line && !block) {
            rest += text[0];
            text.remove_prefix(1);
            continue;
        }
        const auto end = text.find(line ? "\n" : "*/", 2);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + (line ? 0 : 2));
    }
    return rest;
}

// Whether the header asks for that function: it declares the last of its names, and has the others.
bool asks_for(const std::string& text, const std::string& qualified) {
    const auto header = without_comments(text);
    const auto parts = scopes_of(qualified);
    return has_function(header, parts.back()) &&
           std::ranges::all_of(parts, [&](const std::string& part) {
               return !part.empty() && any_place(header, part, [](auto) { return true; });
           });
}

struct Library {
    std::string_view prefix; // of its functions' names
    const char* name;
};
constexpr Library cuda_libraries[] = {
    {"curand", "cuRAND"},      {"cublas", "cuBLAS"},
    {"cufft", "cuFFT"},        {"cusparse", "cuSPARSE"},
    {"cusolver", "cuSOLVER"},  {"cudnn", "cuDNN"},
    {"cutensor", "cuTENSOR"},  {"cupti", "CUPTI"},
    {"nvrtc", "NVRTC"},        {"nvJitLink", "nvJitLink"},
    {"nvjpeg", "nvJPEG"},      {"nvml", "NVML"},
    {"nccl", "NCCL"},          {"nppi", "NPP"},
    {"npps", "NPP"},           {"cuda", "the CUDA runtime"},
    {"cu", "the CUDA driver"},
};

// Whose function it is, from its name as C has it: "cublasCreate_v2"; null for any other.
const char* cuda_library_of(std::string_view symbol) {
    for (const auto& [prefix, name] : cuda_libraries) {
        if (!symbol.starts_with(prefix) || symbol.size() == prefix.size()) continue;
        const auto next = static_cast<unsigned char>(symbol[prefix.size()]);
        if (std::isupper(next) != 0 || prefix.starts_with("npp")) return name;
    }
    return nullptr;
}

bool is_cuda(std::string_view name) { return cuda_library_of(name) != nullptr; }

bool is_of_standard_library(std::string_view qualified) {
    return qualified.starts_with("std::") || qualified.starts_with("__gnu_cxx::");
}

// What the compiler means, where beginners meet it.
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

// For an error in a template: the line of the same file that asked for it, the last that is named;
// 0 if none is.
int line_of_origin(const std::string& text) {
    constexpr std::string_view words = " at line ";
    const auto at = text.rfind(words);
    if (at == std::string::npos) return 0;
    const auto begin = at + words.size(), end = text.find_first_not_of("0123456789", begin);
    if (end != std::string::npos && text.compare(end, 4, " of ") == 0) return 0; // another file's
    int number = 0;
    const char* last = text.data() + (end == std::string::npos ? text.size() : end);
    return std::from_chars(text.data() + begin, last, number).ec == std::errc() ? number : 0;
}

// The compiler complains of the kernel that calls the lambda, not of the lambda.
bool say_how_to_pass_a_lambda(Message& message) {
    std::string& text = message.text;
    const bool refused = contains(text, "The closure type for a lambda") ||
                         contains(text, "__host__ function(\"operator()\")");
    if (!refused || !contains(text, "lambda [")) return false;
    if (const int line = line_of_origin(text); line > 0) message.line = line;
    text += "\nA lambda that a kernel calls needs __device__ behind its brackets: "
            "[=] __device__ (...) { ... }";
    return true;
}

// The text between two others, the nearest; empty if they are not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const auto at = text.find(before);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + before.size());
    const auto end = text.find(after);
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

// nvcc names an option that is not the student's to give.
void remove_option(std::string& text) {
    constexpr std::string_view begins = " The experimental flag '",
                               ends = "' can be used to allow this.";
    for (auto at = text.find(begins); at != std::string::npos; at = text.find(begins, at)) {
        const auto end = text.find(ends, at);
        if (end == std::string::npos) return;
        text.erase(at, end + ends.size() - at);
    }
}

// nvcc says only the last name of a constexpr function; "std::sort(" may stand in the line that it
// shows. A function of C has its name alone in any case.
bool is_students(std::string_view signature, bool is_constexpr, const std::string& text,
                 const std::string& source) {
    const std::string name = qualified_name(signature);
    const bool defined = defines_function(source, name);
    if (is_of_standard_library(name) || (is_cuda(name) && !defined)) return false;
    if (!is_constexpr && contains(signature, "(")) return true;
    if (any_place(text, "std::" + name, [](auto) { return true; })) return false;
    return source.empty() || defined;
}

void say_how_to_call_in_a_kernel(std::string& text, const std::string& source) {
    constexpr std::string_view plain = "calling a __host__ function",
                               constant = "calling a constexpr __host__ function";
    const bool is_constexpr = contains(text, constant);
    if (!is_constexpr && !contains(text, plain)) return;
    remove_option(text);
    const auto signature = between(text, "__host__ function(\"", "\") from ");
    if (is_students(signature, is_constexpr, text, source))
        text += "\nWhat runs on the device needs __host__ __device__ before its definition.";
    else if (is_cuda(qualified_name(signature)))
        text += "\nIt is CUDA's and for the host: call it where the kernel is launched.";
    else
        text += "\nThe standard library's functions are for the host. cuda::std or Thrust may have "
                "one that a kernel can call.";
}

} // namespace

std::string undefined_text(const Course& course, const Lesson& lesson, const LessonTexts& texts,
                           const std::string& symbol) {
    const std::string missing = fmt::format("error: {} is declared but defined nowhere.", symbol);
    const auto name = qualified_name(symbol);
    if (asks_for(texts.header, name))
        return fmt::format("{} Define it with exactly the name and the parameter types that {} "
                           "gives it, outside any namespace.",
                           missing, shown_path(course, lesson.header));
    if (const char* library = contains(symbol, "(") ? nullptr : cuda_library_of(symbol))
        return fmt::format("error: {} is a function of {}, and nothing that this lesson is linked "
                           "with has it. Do without it.",
                           symbol, library);
    if (is_of_standard_library(name))
        return fmt::format("error: {} is of C++'s standard library, and nothing that this lesson "
                           "is linked with has it. Do without it.",
                           symbol);
    constexpr std::string_view table = "vtable for ";
    if (symbol.starts_with(table))
        return fmt::format("error: a virtual function of {} is declared but defined nowhere. "
                           "Define it in {}, or declare it with \"= 0\".",
                           symbol.substr(table.size()), shown_path(course, lesson.source));
    return fmt::format("{} Define it in {} just as it is declared, or do not use it.", missing,
                       shown_path(course, lesson.source));
}

void add_advice(Message& message, const LessonTexts& texts) {
    for (const auto& [error, words] : translations)
        if (contains(message.text, error)) message.text += fmt::format("\n{}", words);
    if (!say_how_to_pass_a_lambda(message)) say_how_to_call_in_a_kernel(message.text, texts.source);
}

} // namespace workbook::cli
