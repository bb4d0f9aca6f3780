// watch: checks the current lesson at once and at every save, and shows one clean verdict.
//
// On a terminal it has the screen and the keys; elsewhere it prints lines until the input ends.
#pragma once

#include "cli/grading/grade_lessons.hpp"

#include <string>
#include <vector>

namespace workbook::cli::watch {

struct WatchOptions {
    GradeOptions grade;
    // Runs a profile; "--width COLUMNS LESSON" goes behind it. Empty: there is no such command.
    std::vector<std::string> profile_command;
    bool poll = false; // without inotify
};

// The lesson to begin with: the one that is remembered as the current one; if it has passed, the
// next that has not.
const Lesson& first_lesson(const Course& course);

// Returns when the person leaves. Throws Interrupted after a signal, with the terminal as it was
// and no process left behind.
void watch(const Course& course, const Lesson& lesson, const WatchOptions& options);

} // namespace workbook::cli::watch
