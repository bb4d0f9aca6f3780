#include "harness/parameters.hpp"

#include "harness/comments.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

namespace workbook {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The text from an open bracket to the one that closes it, split at its commas.
std::vector<std::string_view> pieces_of(std::string_view code) {
    std::vector<std::string_view> pieces;
    int depth = 0;
    std::size_t begin = 0, at = 0;
    for (; at < code.size() && depth >= 0; ++at) {
        const char c = code[at];
        if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
        if (depth < 0 || (depth == 0 && c == ',')) {
            pieces.push_back(code.substr(begin, at - begin));
            begin = at + 1;
        }
    }
    return pieces;
}

// The name in a parameter: x in "const int* x = nullptr"; "" for "const int*" and "unsigned int".
std::string name_in(std::string_view parameter) {
    static constexpr std::array<std::string_view, 12> types{
        "void",   "bool", "char",     "short",  "int",   "long",
        "signed", "auto", "unsigned", "double", "float", "const"};
    parameter = parameter.substr(0, parameter.find_first_of("=["));
    std::size_t end = parameter.size();
    while (end > 0 && std::isspace(static_cast<unsigned char>(parameter[end - 1])) != 0) --end;
    std::size_t begin = end;
    while (begin > 0 && is_word(parameter[begin - 1])) --begin;
    const std::string_view name = parameter.substr(begin, end - begin);
    const bool has_type = std::any_of(parameter.begin(), parameter.begin() + begin, is_word);
    const bool is_type = parameter.substr(0, begin).ends_with("::") ||
                         std::find(types.begin(), types.end(), name) != types.end();
    return has_type && !is_type ? std::string(name) : "";
}

std::string& lesson_header() {
    static std::string header;
    return header;
}

} // namespace

std::vector<std::string> parameter_names(std::string_view header, std::string_view function) {
    const std::string text = without_comments(header);
    const std::string_view code = text;
    for (std::size_t at = 0; (at = code.find(function, at)) != code.npos; at += function.size()) {
        const std::size_t end = at + function.size();
        const std::size_t open = code.find_first_not_of(" \t\n", end);
        if (open == code.npos || code[open] != '(' || at == 0 || is_word(code[at - 1]) ||
            code[at - 1] == '(')
            continue;
        std::vector<std::string> names;
        for (const std::string_view piece : pieces_of(code.substr(open + 1)))
            names.push_back(name_in(piece));
        // f() and f(void) have none.
        const std::string_view only = code.substr(open + 1, code.find(')', open) - open - 1);
        const bool none = only == "void" || only.find_first_not_of(" \t\n") == only.npos;
        return none ? std::vector<std::string>() : names;
    }
    return {};
}

bool declare_lesson(std::string_view header) {
    lesson_header() = header;
    return true;
}

std::vector<std::string> parameters_of(std::string_view function, std::size_t count) {
    auto names = parameter_names(lesson_header(), function);
    const bool complete = names.size() == count && std::ranges::find(names, "") == names.end();
    if (complete) return names;
    const std::string name(function);
    if (lesson_header().find("WORKBOOK_CALLABLE(" + name + ")") != std::string::npos)
        throw std::logic_error("the lesson's header has to name all parameters of " + name);
    return std::vector<std::string>(count);
}

} // namespace workbook
