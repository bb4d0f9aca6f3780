#include "cli/course.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>

namespace workbook::cli {
namespace {

Lesson to_lesson(const nlohmann::json& row) {
    Lesson lesson;
    row.at("name").get_to(lesson.name);
    row.at("title").get_to(lesson.title);
    row.at("part").get_to(lesson.part);
    row.at("chapter").get_to(lesson.chapter);
    row.at("tracks").get_to(lesson.tracks);
    row.at("points").get_to(lesson.points);
    row.at("needs").get_to(lesson.needs);
    lesson.source = row.at("source").get<std::string>();
    lesson.stub = row.at("stub").get<std::string>();
    lesson.solution = row.at("solution").get<std::string>();
    lesson.header = row.at("header").get<std::string>();
    lesson.readme = row.at("readme").get<std::string>();
    lesson.check = row.at("check").get<std::string>();
    lesson.learner = row.at("learner").get<std::string>();
    row.at("stub_sha256").get_to(lesson.stub_sha256);
    row.at("broken_stub").get_to(lesson.broken_stub);
    return lesson;
}

bool is_named(const Lesson& lesson, const std::string& word) {
    const auto underscore = lesson.name.find('_');
    const std::string number = lesson.name.substr(0, underscore);
    const std::string rest = lesson.name.substr(underscore + 1);
    return word == lesson.name || word == number || "0" + word == number || word == rest;
}

// A build folder holds absolute paths: elsewhere it builds the old place, or without end.
void refuse_moved_folder(const std::filesystem::path& build, const std::string& configured) {
    std::error_code error;
    if (configured.empty() || std::filesystem::equivalent(configured, build, error)) return;
    throw UserError(
        fmt::format("{} was configured as {}, and cannot be used from another place. Remove it, "
                    "and configure it again: cmake --preset learner",
                    build.string(), configured));
}

// Names the lessons that have the word in their names, if these are few.
UserError no_such_lesson(const Course& course, const std::string& word) {
    constexpr std::size_t few = 5;
    std::vector<std::string> similar;
    for (const auto& lesson : course.lessons)
        if (lesson.name.find(word) != std::string::npos) similar.push_back(lesson.name);
    const std::string advice = similar.empty() || similar.size() > few
                                   ? "All of them: ./workbook list"
                                   : fmt::format("Did you mean: {}", fmt::join(similar, ", "));
    return UserError(fmt::format("There is no lesson \"{}\". {}", word, advice));
}

} // namespace

Course read_course(const std::filesystem::path& build) {
    const auto file = build / "lessons.json";
    std::ifstream stream(file);
    if (!stream) {
        throw UserError(
            fmt::format("{} does not exist. Configure the workbook first: cmake --preset learner",
                        file.string()));
    }
    try {
        const auto json = nlohmann::json::parse(stream);
        refuse_moved_folder(build, json.value("build", ""));
        Course course;
        json.at("tree").get_to(course.tree);
        course.root = json.at("root").get<std::string>();
        course.build = build;
        course.cmake = json.at("cmake").get<std::string>();
        course.virtual_runtime = json.at("virtual_runtime").get<std::string>();
        course.cuda_libraries = json.at("cuda_libraries").get<std::string>();
        course.tracer = json.at("tracer").get<std::string>();
        course.version = json.value("version", "");
        course.checker = json.value("checker", "");
        course.make_program = json.value("make_program", "");
        for (const auto& compiler : json.value("compilers", std::vector<std::string>{}))
            course.compilers.emplace_back(compiler);
        course.toolkit = json.value("toolkit", "");
        for (const auto& row : json.at("lessons")) course.lessons.push_back(to_lesson(row));
        return course;
    } catch (const nlohmann::json::exception& error) {
        throw UserError(fmt::format("{} is damaged ({}). Configure again: cmake --preset learner",
                                    file.string(), error.what()));
    }
}

void keep_track(Course& course, const std::string& track) {
    std::set<std::string> tracks;
    for (const auto& lesson : course.lessons)
        tracks.insert(lesson.tracks.begin(), lesson.tracks.end());
    if (!tracks.contains(track))
        throw UserError(fmt::format("There is no track \"{}\". The tracks are: {}", track,
                                    fmt::join(tracks, ", ")));
    std::erase_if(course.lessons, [&](const Lesson& lesson) {
        return std::ranges::find(lesson.tracks, track) == lesson.tracks.end();
    });
}

std::vector<const Lesson*> select_lessons(const Course& course,
                                          const std::vector<std::string>& words) {
    for (const auto& word : words) {
        if (std::ranges::none_of(course.lessons,
                                 [&](const Lesson& lesson) { return is_named(lesson, word); }))
            throw no_such_lesson(course, word);
    }
    std::vector<const Lesson*> selected;
    for (const auto& lesson : course.lessons) {
        if (words.empty() || std::ranges::any_of(words, [&](const std::string& word) {
                return is_named(lesson, word);
            })) {
            selected.push_back(&lesson);
        }
    }
    return selected;
}

bool is_early(const Course& course, const Lesson& lesson) {
    constexpr std::size_t early_lessons = 10;
    const auto found = std::ranges::find(course.lessons, lesson.name, &Lesson::name);
    return found != course.lessons.end() &&
           static_cast<std::size_t>(found - course.lessons.begin()) < early_lessons;
}

std::string shown_path(const Course& course, const std::filesystem::path& path) {
    if (path.empty()) return "";
    const auto relative = path.lexically_relative(course.root);
    const bool inside = !relative.empty() && *relative.begin() != "..";
    return inside ? relative.string() : path.string();
}

} // namespace workbook::cli
