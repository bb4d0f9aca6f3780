// What watch knows and shows. The keys change it (press.hpp), the screen is drawn from it
// (screen.hpp), and the loop brings in what happens outside.
#pragma once

#include "cli/course.hpp"
#include "cli/result.hpp"
#include "cli/terminal.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace workbook::cli::watch {

// The screen's properties.
struct Display {
    std::size_t rows = 24;
    std::size_t columns = 80;
    bool colour = false;
    bool links = false; // the terminal makes links of paths

    TextStyle style() const { return {colour, columns}; }
};

enum class View { lesson, list, text };

enum class Work { none, checking, checking_all, profiling };

// The list of lessons: which are shown, and which is the one that Enter, x and the arrows mean.
struct ListView {
    enum class Only { all, passed, pending } only = Only::all;
    std::string search;
    bool is_typing = false; // the search
    bool asks_reset = false;
    std::size_t selected = 0; // a lesson; the first that is shown, if this one is not
};

// Text to scroll through: hints, all messages, a solution, a profile.
struct TextView {
    std::string title;
    std::string text;
    std::size_t first = 0; // line
    bool is_hints = false;
    bool is_profile = false;
};

struct Model {
    const Course* course = nullptr;
    std::size_t lesson = 0;       // the current one
    std::optional<Result> result; // its last; none while it is checked
    std::string trouble;          // why there is none, if nothing is being done about it
    std::set<std::string> passed; // lessons, when they were last checked
    std::map<std::string, std::string> verdicts; // by lesson, as far as known
    std::vector<std::string> hints;              // all that the lesson has
    std::size_t hints_shown = 0;
    bool has_profile = false;  // the tool can make one
    bool has_solution = false; // it is there to be looked at

    Work work = Work::none;
    std::size_t checked = 0, to_check = 0; // of "check all"
    bool is_drawing = false;               // the arrays of the run that gave the result
    std::size_t drawn = 0;                 // the number of their page; 0: there is none
    int seconds = 0;                       // since the work began
    std::string so_far;                    // what the check has found before its end
    std::string notice;                    // until the next key

    View view = View::lesson;
    ListView list;
    TextView text;

    const Lesson& current() const { return course->lessons[lesson]; }
    bool has_passed() const { return result && result->verdict == cli::passed; }
};

// The lessons that the list shows.
std::vector<std::size_t> listed(const Model& model);

// Where the selected one is among them; 0 if it is not.
std::size_t selected_row(const Model& model, const std::vector<std::size_t>& shown);

// The lesson to go on to: the next one behind the current one, then from the beginning, that has
// not passed and whose needs have; else any that has not passed. None when all others have.
std::optional<std::size_t> next_lesson(const Model& model);

// Opens the view of a text.
void show_text(Model& model, std::string title, std::string text);

} // namespace workbook::cli::watch
