// A course of three lessons for the tests; its files exist only where a test writes them.
#pragma once

#include "cli/course.hpp"

inline workbook::cli::Lesson example_lesson(const std::filesystem::path& root,
                                            const std::string& part, const std::string& name,
                                            double points, std::vector<std::string> needs = {}) {
    const auto plain = name.substr(name.find('_') + 1);
    const auto folder = root / "exercises" / part / name;
    workbook::cli::Lesson lesson;
    lesson.name = name;
    lesson.title = "Lesson " + plain;
    lesson.part = part;
    lesson.chapter = part;
    lesson.points = points;
    lesson.needs = std::move(needs);
    lesson.stub = folder / (plain + ".cu");
    lesson.source = lesson.stub;
    lesson.solution = root / "solutions" / part / name / (plain + ".cu");
    lesson.header = folder / (plain + ".hpp");
    lesson.readme = folder / "README.md";
    return lesson;
}

inline workbook::cli::Course example_course(const std::filesystem::path& root = "/course") {
    workbook::cli::Course course;
    course.tree = "exercises";
    course.root = root;
    course.build = root / "build";
    course.cmake = "cmake";
    course.lessons = {example_lesson(root, "01_first", "02_add", 2),
                      example_lesson(root, "01_first", "03_port", 3, {"02_add"}),
                      example_lesson(root, "05_later", "28_reverse", 4, {"02_add"})};
    return course;
}
