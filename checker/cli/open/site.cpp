#include "cli/open/site.hpp"

#include "cli/files.hpp"
#include "cli/formats/html_parts.hpp"
#include "cli/pages/addresses.hpp"
#include "cli/pages/assets.hpp"
#include "cli/pages/colours.hpp"
#include "cli/pages/markdown.hpp"
#include "cli/pages/sources.hpp"
#include "cli/profile/page/output.hpp"
#include "cli/result.hpp"
#include "cli/translations.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace workbook::cli::open {
namespace {

namespace fs = std::filesystem;

constexpr const char* html_type = "text/html; charset=utf-8";
constexpr const char* plain_type = "text/plain; charset=utf-8";

// A symbolic link is followed: what it leads to has to be in the course.
bool is_in_course(const Course& course, const fs::path& file) {
    std::error_code error;
    const auto root = fs::canonical(course.root, error);
    const auto real = fs::canonical(file, error);
    return !error && !pages::is_left_out(real.lexically_relative(root).generic_string());
}

std::string type_of(const fs::path& file) {
    static const std::map<std::string, const char*> types = {
        {".svg", "image/svg+xml"}, {".png", "image/png"}, {".jpg", "image/jpeg"}};
    const auto type = types.find(file.extension().string());
    return type == types.end() ? plain_type : type->second;
}

} // namespace

const char* const page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

Answer sentence(int status, std::string text) {
    return {status, plain_type, std::move(text) + "\n", ""};
}

Answer Site::get(const std::string& path, const std::string& solution_of) const {
    const auto slash = std::min(path.find('/'), path.size());
    const std::string kind = path.substr(0, slash);
    const std::string rest = slash < path.size() ? path.substr(slash + 1) : "";
    if (path.empty()) return {200, html_type, std::string(pages::assets::open_html), ""};
    if (path == "open.css")
        return {200, "text/css; charset=utf-8",
                std::string(assets::colours_css) + std::string(pages::assets::pages_css) +
                    std::string(pages::assets::open_css),
                ""};
    if (path == "open.js")
        return {200, "text/javascript; charset=utf-8", std::string(pages::assets::open_js), ""};
    if (path == "course.json") return course_list();
    if (kind == "lesson") return lesson(rest);
    if (kind == "text") return text(rest);
    if (kind == "source") return source(rest);
    if (kind == "file") return file(rest);
    if (kind == "profile") return profile(rest, ".html");
    if (kind == "run") return profile(rest, run_page_ending);
    if (kind == "solution") return solution(rest, solution_of);
    return sentence(404, "There is no such page.");
}

const Lesson* Site::find(const std::string& name) const {
    const auto found = std::ranges::find(course_.lessons, name, &Lesson::name);
    return found == course_.lessons.end() ? nullptr : &*found;
}

Answer Site::course_list() const {
    auto lessons = nlohmann::ordered_json::array();
    for (const Lesson& lesson : course_.lessons) {
        auto languages = nlohmann::ordered_json::array();
        for (const auto& translation : translations_of(lesson))
            languages.push_back({{"code", translation.language}, {"name", translation.name}});
        lessons.push_back({{"name", lesson.name},
                           {"title", lesson.title},
                           {"chapter", lesson.chapter},
                           {"points", spoken(lesson.points)},
                           {"after", lesson.needs},
                           {"file", shown_path(course_, lesson.source)},
                           {"languages", languages}});
    }
    const nlohmann::ordered_json json = {{"tree", course_.tree}, {"lessons", lessons}};
    return {200, "application/json", json.dump(), ""};
}

// Links lead to the page's views: "#lesson/...", "#text/..." for other texts, "#source/..." for
// what is no text. Pictures are files.
std::string Site::address_of(const std::string& place) const {
    if (const Lesson* lesson = pages::lesson_of_text(course_, place)) {
        const std::string language = language_of_text(place);
        return "#lesson/" + lesson->name + (language.empty() ? "" : "." + language);
    }
    if (place.ends_with(".md")) return "#text/" + place;
    const fs::path text = fs::path(place) / "README.md"; // which says what is in the folder
    std::error_code ignored;
    if (fs::is_regular_file(course_.root / text, ignored)) return "#text/" + text.generic_string();
    const bool is_picture = pages::shown_as(course_, place) == pages::ShownAs::picture;
    return (is_picture ? "file/" : "#source/") + place;
}

std::string Site::html(const std::string& place, const std::string& page,
                       const std::string& markdown) const {
    return pages::html_of_markdown(markdown, [&](const pages::Reference& reference) {
        const std::string& address = reference.address;
        const auto to = pages::inside(address);
        if (!to) return address;
        const std::string behind = to->anchor.empty() ? "" : "/" + to->anchor;
        if (to->path.empty()) return "#" + page + behind;
        const auto target = pages::from_root(place, to->path);
        if (!target) return address;
        if (reference.is_picture) return "file/" + *target;
        return address_of(*target) + behind;
    });
}

// "03_square_port", or "03_square_port.de" for its text in another language.
Answer Site::lesson(const std::string& name) const {
    const auto dot = std::min(name.find('.'), name.size());
    const Lesson* lesson = find(name.substr(0, dot));
    if (lesson == nullptr) return sentence(404, "This course has no such lesson.");
    std::filesystem::path text = lesson->readme;
    if (dot < name.size()) {
        const auto translations = translations_of(*lesson);
        const auto found =
            std::ranges::find(translations, name.substr(dot + 1), &Translation::language);
        if (found == translations.end())
            return sentence(404, "This lesson has no text in that language.");
        text = found->file;
    }
    const auto markdown = file_text(text);
    const std::string place = shown_path(course_, text);
    if (!markdown) return sentence(404, place + " cannot be read.");
    return {200, html_type, html(place, "lesson/" + name, *markdown), ""};
}

Answer Site::text(const std::string& place) const {
    const Answer source = file(place);
    if (source.status != 200) return source;
    if (!place.ends_with(".md")) return sentence(404, place + " is no text of the course.");
    return {200, html_type, html(place, "text/" + place, source.text), ""};
}

// A file of the course that is no text, or a folder.
Answer Site::source(const std::string& place) const {
    const auto known = pages::from_root("", place);
    if (known && pages::shown_as(course_, *known) == pages::ShownAs::folder &&
        is_in_course(course_, course_.root / *known)) {
        const auto entry = [&](const std::string& file) {
            const bool is_shown = pages::shown_as(course_, file) != pages::ShownAs::nothing;
            return pages::Entry{is_shown ? address_of(file) : ""};
        };
        return {200, html_type, pages::html_of_folder(course_, *known, entry), ""};
    }
    const Answer answer = file(place);
    if (answer.status != 200) return answer;
    return {200, html_type, pages::html_of_source(*known, answer.text), ""};
}

Answer Site::file(const std::string& place) const {
    const auto known = pages::from_root("", place);
    if (!known || pages::is_left_out(*known))
        return sentence(404, "Solutions, hidden files and the build are not shown here.");
    const fs::path path = course_.root / *known;
    const auto bytes = is_in_course(course_, path) ? file_text(path) : std::nullopt;
    if (!bytes) return sentence(404, *known + " is not there, or cannot be read.");
    const std::string type = type_of(path);
    // Pictures have their style in themselves.
    const bool is_drawing = type == "image/svg+xml";
    return {200, type, *bytes, is_drawing ? "default-src 'none'; style-src 'unsafe-inline'" : ""};
}

// The page has a content security policy of its own, which lets only its own script run.
Answer Site::profile(const std::string& name, const char* ending) const {
    const Lesson* lesson = find(name);
    const auto page =
        lesson == nullptr ? std::nullopt : file_text(page_place(course_, *lesson, "", ending));
    if (!page) return sentence(404, "No profile has been made yet.");
    return {200, html_type, *page, "frame-ancestors 'self'"};
}

Answer Site::solution(const std::string& name, const std::string& solution_of) const {
    const Lesson* lesson = find(name);
    if (lesson == nullptr) return sentence(404, "This course has no such lesson.");
    if (name != solution_of)
        return sentence(403, "The solution is shown when your file passes as it is. A solution "
                             "teaches most after one's own.");
    const auto source = file_text(lesson->solution);
    if (!source) return sentence(404, shown_path(course_, lesson->solution) + " cannot be read.");
    return {200, plain_type, *source, ""};
}

} // namespace workbook::cli::open
