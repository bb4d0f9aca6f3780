#include "cli/watch/controller.hpp"

#include "cli/browser.hpp"
#include "cli/files.hpp"
#include "cli/hints.hpp"
#include "cli/profile/page/output.hpp"
#include "cli/state.hpp"
#include "cli/stubs.hpp"
#include "cli/watch/jobs.hpp"
#include "cli/watch/screen.hpp"
#include "cli/watch/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace workbook::cli::watch {
namespace {

using Do = Order::Kind;

// What a result says may come from the student's program, or from the compiler.
Result made_printable(Result result) {
    for (Message& message : result.messages) {
        message.text = printable(message.text);
        for (std::string* line : {&message.test_case, &message.file}) {
            *line = printable(*line);
            std::ranges::replace(*line, '\n', '?');
        }
    }
    for (auto& note : result.notes) note = printable(note);
    for (auto& line : result.gained) line = printable(line);
    result.printed = printable(result.printed);
    return result;
}

// The student's code ran to its end, or to a fault: there is something to see.
bool has_ended(const Result& result) {
    using wire::Verdict;
    constexpr Verdict ends[] = {Verdict::passed, Verdict::fault, Verdict::wrong_answer,
                                Verdict::requirement, Verdict::too_much_traffic};
    return std::ranges::any_of(
        ends, [&](Verdict verdict) { return result.verdict == words_of(verdict).name; });
}

std::string text_of(const std::filesystem::path& path) { return file_text(path).value_or(""); }

} // namespace

Controller::Controller(const Course& course, const WatchOptions& options)
    : course_(course), options_(options) {
    model_.course = &course;
    model_.has_profile = !options.profile_command.empty();
    if (course.tree == "exercises") model_.passed = read_state(course).passed;
}

std::vector<std::filesystem::path> Controller::files() const {
    const Lesson& lesson = model_.current();
    const auto folder = lesson.header.parent_path();
    std::vector<std::filesystem::path> files{lesson.source, lesson.header, folder / "check.cpp"};
    for (const char* name : given_files) files.push_back(folder / name);
    return files;
}

void Controller::go_to(std::size_t index) {
    model_.lesson = index;
    const Lesson& lesson = model_.current();
    std::error_code ignored;
    model_.has_solution = std::filesystem::exists(lesson.solution, ignored);
    model_.hints = hints_of(lesson);
    for (auto& hint : model_.hints) hint = printable(hint);
    model_.hints_shown = 0;
    if (course_.tree == "exercises") {
        const State state = change_state(course_, [&](State& s) { s.current = lesson.name; });
        const auto shown = state.hints_shown.find(lesson.name);
        if (shown != state.hints_shown.end())
            model_.hints_shown = static_cast<std::size_t>(shown->second);
    }
    check();
}

void Controller::check() {
    model_.result.reset();
    drawer_.stop();
    model_.is_drawing = false;
    model_.drawn = 0;
    if (model_.view == View::text) model_.view = View::lesson; // it was about the old verdict
    model_.notice.clear();
    want(Work::checking);
}

void Controller::want(Work work) {
    stop_work();
    if (work == Work::checking) model_.trouble.clear(); // else it stays true
    model_.work = work;
    model_.so_far.clear();
    model_.checked = 0;
    model_.to_check = course_.lessons.size();
    wants_work_ = true;
    began_ = std::chrono::steady_clock::now();
    take_time();
}

void Controller::take_time() {
    using std::chrono::seconds;
    const auto passed_time = std::chrono::steady_clock::now() - began_;
    model_.seconds = static_cast<int>(std::chrono::floor<seconds>(passed_time).count());
}

bool Controller::begin_wanted_work() {
    if (!wants_work_) return false;
    wants_work_ = false;
    program_output_.clear();
    GradeOptions grading = options_.grade;
    try {
        if (model_.work == Work::profiling) {
            auto command = options_.profile_command;
            const auto width = std::to_string(std::max<std::size_t>(columns_, 42) - 2);
            command.insert(command.end(), {"--width", width, model_.current().name});
            if (wants_page_) command.insert(command.end(), {"--format", "html"});
            worker_.start(program_job(std::move(command)));
        } else if (model_.work == Work::checking_all) {
            worker_.start(check_job(course_, select_lessons(course_, {}), grading));
        } else {
            grading.broken_stubs = true; // it is this lesson that one works on
            grading.gain = true;
            worker_.start(check_job(course_, {&model_.current()}, grading));
        }
    } catch (const UserError& error) {
        model_.work = Work::none;
        model_.trouble = error.what();
    }
    return true;
}

void Controller::stop_work() {
    worker_.stop();
    wants_work_ = false;
    if (model_.work == Work::checking && !model_.result)
        model_.trouble = "The check was stopped. r: run it.";
    model_.work = Work::none;
}

void Controller::carry_out(const Order& order, const Display& display) {
    const Lesson& lesson = model_.current();
    columns_ = display.columns;
    switch (order.kind) {
    case Do::check:
        return check();
    case Do::check_all:
        return model_.work == Work::checking_all ? stop_work() : want(Work::checking_all);
    case Do::profile:
    case Do::page:
        want(Work::profiling);
        wants_page_ = order.kind == Do::page;
        return;
    case Do::stop:
        return stop_work();
    case Do::go_to:
        return go_to(order.lesson);
    case Do::reset:
        return reset(order.lesson);
    case Do::remember:
        if (course_.tree == "exercises")
            change_state(course_, [&](State& state) {
                state.hints_shown[lesson.name] = static_cast<int>(model_.hints_shown);
            });
        return;
    case Do::all:
        return show_text(model_, lesson.name, whole_report(model_, display.style()));
    case Do::solution:
        return show_text(model_, shown_path(course_, lesson.solution),
                         printable(text_of(lesson.solution)));
    case Do::quit:
    case Do::none:
        return;
    }
}

void Controller::reset(std::size_t index) {
    const Lesson& lesson = course_.lessons[index];
    try {
        const auto kept = reset_stub(course_, lesson);
        model_.notice = lesson.name + " is as it was handed out.";
        if (!kept.empty()) model_.notice += " Kept: " + printable(shown_path(course_, kept));
    } catch (const UserError& error) {
        model_.notice = error.what();
        return;
    }
    model_.passed.erase(lesson.name);
    model_.verdicts.erase(lesson.name);
    change_state(course_, [&](State& state) { state.passed.erase(lesson.name); });
}

void Controller::take_results() {
    take_drawn();
    for (const auto& text : preparer_.take())
        if (model_.work == Work::checking) model_.so_far = printable(text);
    if (!worker_.is_running()) return;
    for (const auto& text : worker_.take()) {
        if (model_.work == Work::profiling)
            program_output_ += printable(text);
        else if (auto result = decode(text))
            take_result(made_printable(std::move(*result)));
        else
            model_.so_far = printable(text);
    }
    if (!worker_.is_running()) finish_work();
}

void Controller::take_result(Result result) {
    ++model_.checked;
    remember(course_, {result});
    model_.verdicts[result.lesson] = result.verdict;
    if (result.verdict == passed)
        model_.passed.insert(result.lesson);
    else if (result.verdict != grader_error)
        model_.passed.erase(result.lesson);
    if (result.lesson == model_.current().name) model_.result = std::move(result);
}

void Controller::finish_work() {
    const Work work = std::exchange(model_.work, Work::none);
    if (work == Work::profiling) {
        show_text(model_, "Profile of " + model_.current().name, program_output_);
        model_.text.is_profile = true;
        if (std::exchange(wants_page_, false)) show_page();
    } else if (work == Work::checking_all) {
        model_.view = View::list;
        model_.list = {};
        model_.list.selected = model_.lesson;
        model_.notice =
            fmt::format("{} of {} lessons were checked.", model_.checked, model_.to_check);
    }
    if (model_.result && model_.result->verdict == not_started) prepare();
    if (work == Work::checking) draw();
    if (worker_.trouble().empty() && (model_.result || work != Work::checking)) return;
    model_.trouble = worker_.trouble().empty() ? "The check ended without a verdict. r: run it."
                                               : printable(worker_.trouble());
    if (model_.result) model_.notice = model_.trouble;
}

// The page that has been written, or where it lies if there is no browser.
void Controller::show_page() {
    const auto page = page_place(course_, model_.current(), "");
    std::error_code ignored;
    if (!std::filesystem::exists(page, ignored)) return; // the text says why
    if (open_in_browser(page)) {
        model_.view = View::lesson;
        model_.notice = "The page is in your browser: " + printable(shown_path(course_, page));
    }
}

// The lessons are not built before they are begun. Reading one takes longer than building what
// checks it. If that fails, the check says so.
void Controller::prepare() {
    const Lesson& lesson = model_.current();
    std::error_code ignored;
    if (!options_.prepares || preparer_.is_running() ||
        std::filesystem::exists(lesson.check, ignored))
        return;
    try {
        preparer_.start(prepare_job(course_, lesson));
    } catch (const UserError&) { // no process can be started now: the check builds it
    }
}

// Makes the page of the verdict's run, which has the same seed. The page shows that run alone,
// because it comes unasked and should come soon.
void Controller::draw() {
    const Lesson& lesson = model_.current();
    if (!options_.draws || !model_.has_profile || !model_.result || !has_ended(*model_.result) ||
        !is_early(course_, lesson))
        return;
    const auto page = page_place(course_, lesson, "", run_page_ending);
    std::error_code ignored; // an earlier run's is not this one's
    std::filesystem::remove(page, ignored);
    auto command = options_.profile_command;
    command.insert(command.end(), {"--alone", "--seed", std::to_string(model_.result->seed),
                                   "--output", page.string(), lesson.name});
    try {
        drawer_.start(program_job(std::move(command)));
        model_.is_drawing = true;
    } catch (const UserError&) { // no process can be started now: the verdict is without it
    }
}

void Controller::take_drawn() {
    if (!model_.is_drawing) return;
    drawer_.take();
    if (drawer_.is_running()) return;
    model_.is_drawing = false;
    if (has_arrays(page_place(course_, model_.current(), "", run_page_ending)))
        model_.drawn = ++pages_drawn_;
}

} // namespace workbook::cli::watch
