#include "vgpu/exec/names.hpp"

#include "vgpu/ptx/demangle.hpp"

#include <cctype>

namespace vgpu::exec {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The begin of the type that ends before `end`: behind the opening bracket or comma around it.
std::size_t type_begin(const std::string& text, std::size_t end) {
    int depth = 0;
    std::size_t at = end;
    while (at > 0) {
        const char c = text[at - 1];
        if (c == ')' || c == '>') ++depth;
        if (c == '(' || c == '<') {
            if (depth == 0) break;
            --depth;
        }
        if (c == ',' && depth == 0) break;
        --at;
    }
    while (at < end && text[at] == ' ') ++at;
    return at;
}

} // namespace

std::string respell(std::string_view demangled) {
    std::string text(demangled);
    // nvcc puts "_INTERNAL_1a2b3c4d_4_a_cu_5e6f7a8b::" in front of what is static, atomicAdd
    // included.
    constexpr std::string_view internal = "_INTERNAL_";
    for (std::size_t at = text.find(internal); at != std::string::npos;
         at = text.find(internal, at)) {
        std::size_t end = at;
        while (end < text.size() && is_word(text[end])) ++end;
        if (text.compare(end, 2, "::") != 0 || (at > 0 && is_word(text[at - 1])))
            at = end;
        else
            text.erase(at, end + 2 - at);
    }
    // "int const*" -> "const int*": only a const that qualifies what is pointed to moves.
    constexpr std::string_view qualifier = " const";
    for (std::size_t at = text.find(qualifier); at != std::string::npos;
         at = text.find(qualifier, at + 1)) {
        const std::size_t behind = at + qualifier.size();
        if (behind >= text.size() || (text[behind] != '*' && text[behind] != '&')) continue;
        const std::size_t begin = type_begin(text, at);
        const std::string_view type(text.data() + begin, at - begin);
        if (type.empty() || type.find('*') != std::string_view::npos || type.back() == ')')
            continue;
        text.erase(at, qualifier.size());
        text.insert(begin, "const ");
        at = begin;
    }
    // "int*" -> "int *", "int**" -> "int **".
    std::string spaced;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool marks = text[at] == '*' || text[at] == '&';
        if (marks && !spaced.empty() && (is_word(spaced.back()) || spaced.back() == '>'))
            spaced += ' ';
        spaced += text[at];
    }
    return spaced;
}

std::string readable_name(std::string_view mangled) { return respell(ptx::demangle(mangled)); }

} // namespace vgpu::exec
