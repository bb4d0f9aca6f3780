#include "vgpu/ptx/outline.hpp"

#include <algorithm>
#include <array>

namespace vgpu::ptx {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A table of the characters of a set: a module has megabytes, and each character is looked up.
class Characters {
  public:
    constexpr explicit Characters(std::string_view set) {
        for (const char c : set) has_[static_cast<unsigned char>(c)] = true;
    }
    constexpr bool contain(char c) const { return has_[static_cast<unsigned char>(c)]; }

  private:
    std::array<bool, 256> has_{};
};

bool is_in_name(char c) {
    static constexpr Characters of_names(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$");
    return of_names.contain(c);
}
// What begins a name; of registers and directives only the rest of their names is seen.
bool begins_name(char c) { return is_in_name(c) && (c < '0' || c > '9'); }

std::size_t end_of_name(std::string_view text, std::size_t at) {
    while (at < text.size() && is_in_name(text[at])) ++at;
    return at;
}

} // namespace

Outline::Outline(std::string text) : text_(std::move(text)) { read(); }

// Skips the string or comment at `at`. False: there is no such thing, or it has no end.
bool Outline::skip_string_or_comment(std::size_t& at) const {
    const auto skip_to = [&](std::string_view end) {
        const std::size_t found = text_.find(end, at + end.size());
        if (found == std::string::npos) return false;
        at = found + end.size();
        return true;
    };
    if (text_[at] == '"') return skip_to("\"");
    if (text_.compare(at, 2, "//") == 0) {
        at = std::min(text_.find('\n', at), text_.size());
        return true;
    }
    return text_.compare(at, 2, "/*") == 0 && skip_to("*/");
}

// Skips from a '{' or '(' to behind its partner.
bool Outline::skip_braces(std::size_t& at) const {
    int depth = 0;
    while (at < text_.size()) {
        const char c = text_[at];
        if ((c == '"' || c == '/') && skip_string_or_comment(at)) continue;
        depth += c == '{' || c == '(';
        depth -= c == '}' || c == ')';
        ++at;
        if (depth == 0) return true;
    }
    return false;
}

// Whether a directive within a body declares what a part of the module would not know of.
bool Outline::outlives_or_hides(std::size_t dot) const {
    constexpr std::array<std::string_view, 5> directives = {".callprototype", ".calltargets",
                                                            ".alias", ".global", ".const"};
    if (dot > 0 && !is_blank(text_[dot - 1]) && text_[dot - 1] != ';' && text_[dot - 1] != '{' &&
        text_[dot - 1] != '}' && text_[dot - 1] != ':')
        return false; // a modifier: ld.global
    const std::size_t end = end_of_name(text_, dot + 1);
    return std::ranges::find(directives, std::string_view(text_).substr(dot, end - dot)) !=
           directives.end();
}

bool Outline::skip_body(std::size_t& at) {
    static constexpr Characters of_structure("{}.\"/");
    int depth = 0;
    while (at < text_.size()) {
        const char c = text_[at];
        if (!of_structure.contain(c)) {
            ++at;
            continue;
        }
        if ((c == '"' || c == '/') && skip_string_or_comment(at)) continue;
        if (c == '.' && outlives_or_hides(at)) return false;
        depth += c == '{';
        depth -= c == '}';
        ++at;
        if (depth == 0) return true;
    }
    return false;
}

// Reads from behind .entry or .func to behind its body, or the ';' of a declaration.
void Outline::read_function(std::size_t& at, bool is_kernel) {
    Body body;
    body.is_kernel = is_kernel;
    while (at < text_.size() && is_divisible_) {
        const char c = text_[at];
        if ((c == '"' || c == '/') && skip_string_or_comment(at)) continue;
        if (c == ';') return;
        if (c == '(') {
            is_divisible_ = skip_braces(at);
        } else if (c == '{') {
            body.begin = at;
            is_divisible_ = skip_body(at) && !body.name.empty() &&
                            by_name_.emplace(body.name, functions_.size()).second;
            body.end = at;
            body.lines = static_cast<std::size_t>(std::ranges::count(
                std::string_view(text_).substr(body.begin, at - body.begin), '\n'));
            functions_.push_back(body);
            return;
        } else if (c == '.') {
            at = end_of_name(text_, at + 1);
        } else if (begins_name(c)) {
            const std::size_t end = end_of_name(text_, at);
            if (body.name.empty()) body.name = std::string_view(text_).substr(at, end - at);
            at = end;
        } else {
            ++at;
        }
    }
    is_divisible_ = false; // the text ends here
}

void Outline::read() {
    std::vector<std::pair<std::size_t, std::size_t>> elsewhere; // initialisers and other words
    bool is_section = false;
    for (std::size_t at = 0; at < text_.size() && is_divisible_;) {
        const char c = text_[at];
        const std::size_t begin = at;
        if ((c == '"' || c == '/') && skip_string_or_comment(at)) continue;
        if (c == '{') {
            is_divisible_ = skip_braces(at);
            if (!is_section) elsewhere.emplace_back(begin, at);
            is_section = false;
        } else if (c == '.') {
            at = end_of_name(text_, at + 1);
            const auto directive = std::string_view(text_).substr(begin, at - begin);
            if (directive == ".entry" || directive == ".func")
                read_function(at, directive == ".entry");
            else if (directive == ".alias")
                is_divisible_ = false;
            else
                is_section = is_section || directive == ".section";
        } else if (begins_name(c)) {
            at = end_of_name(text_, at);
            elsewhere.emplace_back(begin, at);
        } else {
            ++at;
        }
    }
    for (const auto& [begin, end] : elsewhere)
        for_each_name(begin, end, [&](std::string_view name) {
            is_divisible_ = is_divisible_ && !by_name_.contains(name);
        });
}

template <class See>
void Outline::for_each_name(std::size_t begin, std::size_t end, See&& see) const {
    for (std::size_t at = begin; at < end;) {
        const char c = text_[at];
        const std::size_t name_end = end_of_name(text_, at + (c == '.' || c == '%' ? 1 : 0));
        if (begins_name(c)) see(std::string_view(text_).substr(at, name_end - at));
        at = std::max(name_end, at + 1);
    }
}

std::optional<std::string> Outline::of_kernel(std::string_view name) const {
    const auto kernel = by_name_.find(name);
    if (kernel == by_name_.end() || !functions_[kernel->second].is_kernel) return std::nullopt;
    std::vector<bool> kept(functions_.size());
    kept[kernel->second] = true;
    // Kernels are named by kernels that launch them.
    const bool may_call =
        std::ranges::any_of(functions_, [](const Body& it) { return !it.is_kernel; }) ||
        text_.find("__cudaCDP2LaunchDevice") != std::string::npos;
    std::vector<std::size_t> open;
    if (may_call) open.push_back(kernel->second);
    while (!open.empty()) {
        const Body& body = functions_[open.back()];
        open.pop_back();
        for_each_name(body.begin, body.end, [&](std::string_view mentioned) {
            const auto found = by_name_.find(mentioned);
            if (found == by_name_.end() || kept[found->second]) return;
            kept[found->second] = true;
            open.push_back(found->second);
        });
    }
    return keeping(kept);
}

std::string Outline::keeping(const std::vector<bool>& kept) const {
    std::size_t size = text_.size();
    for (std::size_t i = 0; i < functions_.size(); ++i)
        if (const Body& body = functions_[i]; !kept[i])
            size -= body.end - body.begin - body.lines - 1;
    std::string result;
    result.reserve(size);
    std::size_t at = 0;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
        if (kept[i]) continue;
        const Body& body = functions_[i];
        result.append(text_, at, body.begin - at);
        result.append(";").append(body.lines, '\n');
        at = body.end;
    }
    return result.append(text_, at, std::string::npos);
}

} // namespace vgpu::ptx
