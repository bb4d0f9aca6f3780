// watch: checks the current lesson at once and at every save, and shows one clean verdict.
//
// Whom it shows it to is a listener (listener.hpp): on a terminal, the screen and the keys; without
// one, lines until the input ends; with `open`, pages in a browser (cli/open).
#pragma once

#include "cli/grading/grade_lessons.hpp"

#include <string>
#include <vector>

namespace workbook::cli::watch {

struct WatchOptions {
    GradeOptions grade;
    // Runs a profile; "--width COLUMNS LESSON" goes behind it. Empty: there is no such command.
    std::vector<std::string> profile_command;
    // Behind each verdict of an early lesson a page of that run is made, whose arrays the listener
    // shows: by the command above, which makes pages then.
    bool draws = false;
    bool poll = false; // without inotify
    // While the student reads a lesson, what checks it is built: for those that look at a screen.
    bool prepares = false;
};

// With these, and WORKBOOK_POLL as the environment has it.
WatchOptions watch_options(const GradeOptions& grade);

class Listener;

// The lesson to begin with: the one that is remembered as the current one; if it has passed, the
// next that has not.
const Lesson& first_lesson(const Course& course);

// Returns when the person leaves. Throws Interrupted after a signal, with the terminal as it was
// and no process left behind.
void watch(const Course& course, const Lesson& lesson, const WatchOptions& options);

// The same with another listener than the terminal.
void watch(const Course& course, const Lesson& lesson, const WatchOptions& options,
           Listener& listener);

} // namespace workbook::cli::watch
