#include "cli/book/contents.hpp"

#include "cli/files.hpp"
#include "cli/pages/markdown.hpp"
#include "cli/translations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace workbook::cli::book {
namespace {

namespace fs = std::filesystem;

constexpr const char* documents_group = "Documents";

Text text_of(const Course& course, const fs::path& file, const std::string& group) {
    auto markdown = file_text(file);
    const std::string place = shown_path(course, file);
    if (!markdown)
        throw UserError(fmt::format(
            "{} cannot be read. It is a text of the course, so the book needs it.", place));
    Text text;
    text.place = place;
    text.address = fs::path(place).replace_extension(".html").generic_string();
    text.title = pages::title_of_markdown(*markdown);
    if (text.title.empty()) text.title = file.stem().string();
    text.group = group;
    text.anchors = pages::anchors_of_markdown(*markdown);
    text.markdown = std::move(*markdown);
    return text;
}

// "docs/reference/trace.md": "Reference". What a folder is about is told among the documents.
std::string group_of(const std::string& place) {
    const fs::path path(place);
    const std::string folder = path.parent_path().filename().string();
    if (folder.empty() || folder == "docs" || path.filename() == "README.md")
        return documents_group;
    std::string group = folder;
    group[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(group[0])));
    return group;
}

bool is_markdown(const fs::directory_entry& entry) {
    return entry.is_regular_file() && entry.path().extension() == ".md";
}

std::vector<fs::path> documents_of(const Course& course) {
    std::vector<fs::path> files, below;
    for (const auto& entry : fs::directory_iterator(course.root))
        if (is_markdown(entry)) files.push_back(entry.path());
    if (fs::is_directory(course.root / "docs"))
        for (const auto& entry : fs::recursive_directory_iterator(course.root / "docs"))
            if (is_markdown(entry)) below.push_back(entry.path());
    // The README says what all this is.
    const auto is_after = [&](const fs::path& file) { return file != course.root / "README.md"; };
    std::ranges::sort(
        files, {}, [&](const fs::path& file) { return std::pair(is_after(file), file.string()); });
    std::ranges::sort(below);
    files.insert(files.end(), below.begin(), below.end());
    return files;
}

} // namespace

std::vector<Text> texts_of(const Course& course) {
    std::vector<Text> texts;
    for (const Lesson& lesson : course.lessons) {
        texts.push_back(text_of(course, lesson.readme, lessons_group));
        texts.back().lesson = &lesson;
        for (const auto& [language, name, file] : translations_of(lesson)) {
            Text translation = text_of(course, file, lessons_group);
            translation.lesson = &lesson;
            translation.language = language;
            translation.language_name = name;
            texts.back().translations.push_back(std::move(translation));
        }
    }
    std::vector<Text> documents;
    for (const auto& file : documents_of(course))
        documents.push_back(text_of(course, file, group_of(shown_path(course, file))));
    std::ranges::stable_sort(documents, {}, [](const Text& text) {
        return std::pair(text.group != documents_group, text.group);
    });
    std::ranges::move(documents, std::back_inserter(texts));
    return texts;
}

} // namespace workbook::cli::book
