#include "cli/watch/loop.hpp"

#include "cli/interrupt.hpp"
#include "cli/state.hpp"
#include "cli/watch/controller.hpp"
#include "cli/watch/file_watch.hpp"
#include "cli/watch/signals.hpp"
#include "cli/watch/terminal_listener.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace workbook::cli::watch {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Editors save in several steps: what comes within this time is one save.
constexpr milliseconds quiet_time{30};

class Loop {
  public:
    Loop(const Course& course, const Lesson& lesson, const WatchOptions& options,
         Listener& listener)
        : poll_(options.poll), controller_(course, options), listener_(listener) {
        controller_.go_to(static_cast<std::size_t>(&lesson - course.lessons.data()));
    }

    void run() {
        for (;;) {
            watch_the_lesson();
            listener_.show(controller_.model(), controller_.wants_work());
            if (controller_.begin_wanted_work()) continue;
            if (is_over()) return;
            wait();
            take_signals();
            listener_.take(controller_, std::exchange(has_order_, false));
            take_saves();
            controller_.take_results();
            controller_.take_time();
        }
    }

    int signal() const { return signal_; }

  private:
    bool is_over() const {
        const bool idle =
            controller_.model().work == Work::none && !controller_.wants_work() && !check_due_;
        const auto stays = listener_.stays();
        return signal_ != 0 || stays == Listener::Stays::no_longer ||
               (stays == Listener::Stays::while_work_lasts && idle);
    }

    // The files of another lesson, if it has become another.
    void watch_the_lesson() {
        const std::string& name = controller_.model().current().name;
        if (files_ && watched_ == name) return;
        files_ = std::make_unique<FileWatch>(controller_.files(), poll_);
        watched_ = name;
        check_due_.reset();
        looked_ = Clock::now();
    }

    void wait() {
        auto until = looked_ + files_->interval();
        if (check_due_) until = std::min(until, *check_due_);
        auto most = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
        most = std::min<std::int64_t>(most, listener_.most_wait());
        pollfd wanted[] = {{signals_.descriptor(), POLLIN, 0},
                           {listener_.descriptor(), POLLIN, 0},
                           {files_->descriptor(), POLLIN, 0},
                           {controller_.worker().descriptor(), POLLIN, 0},
                           {controller_.drawer().descriptor(), POLLIN, 0}};
        if (poll(wanted, std::size(wanted),
                 static_cast<int>(std::clamp<std::int64_t>(most, 0, 1000))) < 0)
            return;
        has_order_ = wanted[1].revents != 0;
        may_have_changed_ = wanted[2].revents != 0;
    }

    void take_signals() {
        for (const int signal : signals_.take()) {
            if (signal == SIGWINCH || signal == SIGCONT || signal == SIGTSTP)
                listener_.take_signal(signal);
            else
                signal_ = signal;
        }
    }

    void take_saves() {
        const auto now = Clock::now();
        if (std::exchange(may_have_changed_, false) || now >= looked_ + files_->interval()) {
            looked_ = now;
            if (files_->has_changed()) check_due_ = now + quiet_time;
        }
        if (!check_due_ || now < *check_due_) return;
        check_due_.reset();
        controller_.check();
    }

    bool poll_;
    Signals signals_;
    Controller controller_;
    Listener& listener_;
    std::unique_ptr<FileWatch> files_;
    std::string watched_;
    Clock::time_point looked_;
    std::optional<Clock::time_point> check_due_;
    bool has_order_ = false, may_have_changed_ = false;
    int signal_ = 0;
};

} // namespace

const Lesson& first_lesson(const Course& course) {
    if (course.lessons.empty()) throw UserError("This course has no lessons.");
    const State state = read_state(course);
    const auto named = std::ranges::find(course.lessons, state.current, &Lesson::name);
    Model model;
    model.course = &course;
    model.passed = state.passed;
    // Without a current lesson it is the last one: the next one after it is the first.
    model.lesson = named == course.lessons.end()
                       ? course.lessons.size() - 1
                       : static_cast<std::size_t>(named - course.lessons.begin());
    if (!state.passed.contains(model.current().name) && named != course.lessons.end())
        return *named;
    return course.lessons[next_lesson(model).value_or(model.lesson)];
}

WatchOptions watch_options(const GradeOptions& grade) {
    WatchOptions options;
    options.grade = grade;
    const char* poll = std::getenv("WORKBOOK_POLL");
    options.poll = poll != nullptr && std::string_view(poll) == "1";
    return options;
}

void watch(const Course& course, const Lesson& lesson, const WatchOptions& options) {
    const Signals noted;    // before the terminal is ours
    throw_if_interrupted(); // what came before that
    TerminalListener terminal;
    watch(course, lesson, options, terminal);
}

void watch(const Course& course, const Lesson& lesson, const WatchOptions& options,
           Listener& listener) {
    int signal = 0;
    {
        Loop loop(course, lesson, options, listener);
        loop.run();
        signal = loop.signal();
    }
    if (signal != 0) throw Interrupted{signal};
}

} // namespace workbook::cli::watch
