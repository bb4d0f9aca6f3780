// Which texts of the course are in the book, in which order.
#pragma once

#include "cli/course.hpp"

#include <set>
#include <string>
#include <vector>

namespace workbook::cli::book {

// A Markdown file of the course, and the page that is made of it.
struct Text {
    std::string place;   // of the file, relative to the course's root: "docs/open.md"
    std::string address; // of the page, relative to the book: "docs/open.html"
    std::string title;
    std::string group; // texts of the same group are each other's neighbours
    std::string markdown;
    std::set<std::string> anchors;
    const Lesson* lesson = nullptr; // whose text it is
    std::string language = "en";
    std::string language_name = "English"; // as the language calls itself
    std::vector<Text> translations = {};
};

inline constexpr const char* lessons_group = "Lessons";

// The lessons in the course's order, then the Markdown files beside them and below docs/. Throws
// UserError if one cannot be read.
std::vector<Text> texts_of(const Course& course);

} // namespace workbook::cli::book
