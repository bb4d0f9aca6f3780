#include "cli/pages/addresses.hpp"

#include "cli/translations.hpp"

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

bool is_left_out(const std::string& place) {
    const std::filesystem::path path(place);
    return place.starts_with("solutions/") || place == "solutions" || place.starts_with("build/") ||
           place == "build" || std::ranges::any_of(path, [](const std::filesystem::path& part) {
               return part.string().starts_with('.');
           });
}

bool is_picture(const std::filesystem::path& file) {
    const auto kind = file.extension();
    return kind == ".svg" || kind == ".png" || kind == ".jpg";
}

ShownAs shown_as(const Course& course, const std::string& place) {
    const std::filesystem::path path = course.root / place;
    std::error_code ignored;
    if (is_left_out(place)) return ShownAs::nothing;
    if (std::filesystem::is_directory(path, ignored)) return ShownAs::folder;
    if (!std::filesystem::is_regular_file(path, ignored)) return ShownAs::nothing;
    return is_picture(path) ? ShownAs::picture : ShownAs::source;
}

std::string relative_address(const std::string& from, const std::string& to) {
    namespace fs = std::filesystem;
    return fs::path(to).lexically_relative(fs::path(from).parent_path()).generic_string();
}

const Lesson* lesson_of_text(const Course& course, std::string_view path) {
    for (const Lesson& lesson : course.lessons) {
        const std::string text = shown_path(course, lesson.readme);
        const std::string folder = shown_path(course, lesson.readme.parent_path());
        if (path == text || path == folder) return &lesson;
        const std::filesystem::path file(path);
        if (file.parent_path() == folder && !language_of_text(file).empty()) return &lesson;
    }
    return nullptr;
}

} // namespace workbook::cli::pages
