// What to do about an error of the compiler or the linker, where their own words take an expert.
#pragma once

#include "cli/result.hpp"

#include <string>

namespace workbook::cli {

// The student's file and what it is compiled against, as texts; empty where they cannot be read.
struct LessonTexts {
    std::string source;
    std::string header;
};

// The message for a function or a variable that the linker does not find: "square(long const*)".
std::string undefined_text(const Course& course, const Lesson& lesson, const LessonTexts& texts,
                           const std::string& symbol);

// Appends to an error of nvcc what it means; moves its line to where the mistake is.
void add_advice(Message& message, const LessonTexts& texts);

} // namespace workbook::cli
