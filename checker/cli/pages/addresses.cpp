#include "cli/pages/addresses.hpp"

#include <algorithm>
#include <regex>

namespace workbook::cli::pages {

std::optional<Address> inside(const std::string& address) {
    static const std::regex leads_out(R"(^([A-Za-z][A-Za-z0-9+.-]*:|//).*)");
    if (std::regex_match(address, leads_out)) return std::nullopt;
    const auto at = std::min(address.find('#'), address.size());
    return Address{address.substr(0, at),
                   at < address.size() ? address.substr(at + 1) : std::string()};
}

std::optional<std::string> from_root(const std::string& text, const std::string& path) {
    namespace fs = std::filesystem;
    if (path.starts_with('/')) return std::nullopt;
    std::string place = (fs::path(text).parent_path() / path).lexically_normal().generic_string();
    if (place == ".." || place.starts_with("../")) return std::nullopt;
    while (place.ends_with('/')) place.pop_back();
    return place == "." ? "" : place;
}

const Lesson* lesson_of_text(const Course& course, std::string_view path) {
    for (const Lesson& lesson : course.lessons) {
        const std::string text = shown_path(course, lesson.readme);
        if (path == text || path == shown_path(course, lesson.readme.parent_path())) return &lesson;
    }
    return nullptr;
}

} // namespace workbook::cli::pages
