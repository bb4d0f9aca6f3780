// What the commands share: the options that all of them take, and where each enters itself.
//
// A command is one file here: add_<name>() declares its words and options, and its callback sets
// `action`. What a command does is in the library; here stands only what it is called.
#pragma once

#include "cli/course.hpp"
#include "cli/grading/grade_lessons.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace workbook::cli {

constexpr int exit_not_passed = 1; // or not in order, or not as expected
constexpr int exit_user_error = 2; // a mistake in the command or the set-up
constexpr int exit_skipped = 77;   // ctest's SKIP_RETURN_CODE

struct CommandLine {
    CLI::App app{"Grades CUDA C++ lessons, with or without a GPU.", "workbook"};
    std::string build; // folder; empty: the one that this program was built in
    std::string tree;  // empty: whichever the build folder grades
    std::string track; // only its lessons; empty: all
    GradeOptions grade;
    std::vector<std::string> program; // of `run`: the program and its arguments
    char** arguments = nullptr;       // as the program got them
    std::function<int()> action;      // what the command line asks for

    // The course of the build folder, or the lessons of the track of it. Throws UserError, also if
    // it grades another tree.
    Course open_course() const;
    // For commands that are about all lessons: refuses a track.
    Course open_whole_course() const;
};

// Each in the file of its name.
void add_board(CommandLine& line);
void add_book(CommandLine& line);
void add_check(CommandLine& line);
void add_debug(CommandLine& line);
void add_doctor(CommandLine& line);
void add_expect(CommandLine& line);
void add_grade(CommandLine& line);
void add_hint(CommandLine& line);
void add_list(CommandLine& line);
void add_open(CommandLine& line);
void add_profile(CommandLine& line);
void add_reset(CommandLine& line);
void add_run(CommandLine& line);
void add_selfcheck(CommandLine& line);
void add_solution(CommandLine& line);
void add_update(CommandLine& line);
void add_watch(CommandLine& line);

// What a main() does: declares these commands, reads the command line, and does what it asks for.
// The exit code.
int run_command_line(int argument_count, char** argument_values,
                     const std::vector<void (*)(CommandLine&)>& commands);

// Grades everything and shows it; the exit code.
int show_board(const CommandLine& line);

// How many of the arguments are for this program: all, but for those behind the one that `run`
// runs.
int own_argument_count(int count, char** values);

// To standard output, at once.
void print(const std::string& text);

} // namespace workbook::cli
