// watch: checks the current lesson at once and at every save, and shows one clean verdict.
//
// A listener shows it (listener.hpp): on a terminal, the screen and the keys; without one, lines
// until the input ends; with `open`, pages in a browser (cli/open).
#pragma once

#include "cli/grading/grade_lessons.hpp"

#include <string>
#include <vector>

namespace workbook::cli::watch {

struct WatchOptions {
    GradeOptions grade;
    // Runs a profile; "--width COLUMNS LESSON" goes behind it. Empty: there is no such command.
    std::vector<std::string> profile_command;
    // After each verdict of an early lesson the command above makes a page of that run, and the
    // listener shows the page's arrays.
    bool draws = false;
    bool poll = false; // without inotify
    // The program that checks a lesson is built while the student reads it: for people at a screen.
    bool prepares = false;
};

// Options with `grade`, and with `poll` as WORKBOOK_POLL in the environment says.
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
