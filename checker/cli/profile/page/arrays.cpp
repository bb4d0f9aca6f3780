// The places of a page where its script draws arrays.
#include "cli/profile/page/arrays.hpp"

#include "cli/profile/page/output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace workbook::cli {
namespace {

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line.substr(0, line.find("//")) + "\n";
    return text;
}

// "output" of "float* __restrict__ output".
std::string last_word(const std::string& text) {
    std::size_t end = text.size();
    while (end > 0 && !is_of_name(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_of_name(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

// Behind the "(" at `at`: what stands between its commas.
std::vector<std::string> words_of_list(const std::string& text, std::size_t at) {
    std::vector<std::string> words;
    std::string current;
    for (int depth = 0; at < text.size() && words.size() < 64; ++at) {
        const char c = text[at];
        if (c == '(' || c == '<' || c == '[') ++depth;
        const bool ends = (c == ')' && depth == 1) || (c == ',' && depth == 1);
        if (ends) {
            words.push_back(last_word(current));
            current.clear();
        } else if (depth > 1 || (c != '(' && depth == 1))
            current += c;
        if (c == ')' && depth == 1) break;
        if (c == ')' || c == '>' || c == ']') --depth;
    }
    return words;
}

} // namespace

std::vector<std::string> kernel_parameters(const ProgramSource& source, const std::string& kernel) {
    std::string name = short_kernel_name(kernel);
    name = name.substr(0, name.find('<'));
    if (const std::size_t scope = name.rfind("::"); scope != std::string::npos)
        name.erase(0, scope + 2);
    if (name.empty()) return {};
    const std::string text = joined(source.lines);
    constexpr std::string_view mark = "__global__";
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + mark.size())) {
        const std::size_t head = text.find_first_of("{;", at);
        const std::size_t begin = text.find(name + "(", at);
        if (begin == std::string::npos || begin > head || is_of_name(text[begin - 1])) continue;
        return words_of_list(text, begin + name.size());
    }
    return {};
}

std::string id_of_fault(const ProfiledProgram& program, const std::vector<PageLaunch>& shown) {
    return shown.empty() || &shown.front().program == &program ? "fa" : "fb";
}

std::string arrays_part(const PageLaunch& shown) {
    if (!shown.launch.arrays || shown.launch.arrays->list.empty()) return "";
    const std::string of = shown.beside ? " of " + page_text(shown.source().label) : std::string();
    return fmt::format(
        "<details class=\"arrays\" open><summary>The arrays{0}: which thread read or wrote "
        "each element</summary>\n{2}\" data-program=\"{1}\"></div></details>\n",
        of, page_text(shown.id), arrays_marker);
}

std::string fault_picture_part(const PageLaunch& launch) {
    if (!launch.launch.arrays) return "";
    return fmt::format("{} of-fault\" data-program=\"{}\"></div>\n", arrays_marker,
                       page_text(launch.id));
}

} // namespace workbook::cli
