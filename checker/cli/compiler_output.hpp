// Turns the output of a failed build into what a student needs of it: the errors, those in the
// student's own file first, without the build's own talk.
#pragma once

#include "cli/result.hpp"

namespace workbook::cli {

// At least one message: if nothing in the output looks like an error, its last lines as they stand.
// `source`: where the student's file is read for advice, if it is not lesson.source.
std::vector<Message> explain_compiler_output(const Course& course, const Lesson& lesson,
                                             const std::string& output,
                                             const std::filesystem::path& source = {});

} // namespace workbook::cli
