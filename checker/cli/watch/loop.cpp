#include "cli/watch/loop.hpp"

#include "cli/interrupt.hpp"
#include "cli/state.hpp"
#include "cli/watch/controller.hpp"
#include "cli/watch/file_watch.hpp"
#include "cli/watch/press.hpp"
#include "cli/watch/screen.hpp"
#include "cli/watch/screen_session.hpp"
#include "cli/watch/signals.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <utility>

namespace workbook::cli::watch {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Editors save in several steps: what comes within this time is one save.
constexpr milliseconds quiet_time{30};

class Loop {
  public:
    Loop(const Course& course, const Lesson& lesson, const WatchOptions& options)
        : poll_(options.poll), controller_(course, options) {
        throw_if_interrupted(); // what came before signals_ did
        if (can_draw()) screen_ = std::make_unique<ScreenSession>();
        display_ = display_of_terminal();
        controller_.go_to(static_cast<std::size_t>(&lesson - course.lessons.data()));
    }

    void run() {
        for (;;) {
            watch_the_lesson();
            show();
            if (controller_.begin_wanted_work()) continue;
            if (is_over()) return;
            wait();
            take_signals();
            take_input();
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
        return quits_ || signal_ != 0 || (!input_open_ && (screen_ || idle));
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

    void show() {
        if (screen_)
            screen_->show(draw(controller_.model(), display_));
        else
            plain_.show(controller_.model(), controller_.wants_work());
    }

    bool may_read() const { return input_open_ && !is_in_background(); }

    void wait() {
        auto until = looked_ + files_->interval();
        if (check_due_) until = std::min(until, *check_due_);
        auto most = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
        if (keys_.is_waiting()) most = std::min<std::int64_t>(most, KeyDecoder::most_wait);
        pollfd wanted[] = {{signals_.descriptor(), POLLIN, 0},
                           {may_read() ? 0 : -1, POLLIN, 0},
                           {files_->descriptor(), POLLIN, 0},
                           {controller_.worker().descriptor(), POLLIN, 0}};
        if (poll(wanted, 4, static_cast<int>(std::clamp<std::int64_t>(most, 0, 1000))) < 0) return;
        has_input_ = wanted[1].revents != 0;
        may_have_changed_ = wanted[2].revents != 0;
    }

    void take_signals() {
        for (const int signal : signals_.take()) {
            if (signal == SIGWINCH || signal == SIGCONT) {
                if (screen_ && signal == SIGCONT) screen_->enter();
                if (screen_) screen_->forget();
                display_ = display_of_terminal();
            } else if (signal == SIGTSTP) {
                if (screen_) screen_->leave();
                kill(getpid(), SIGSTOP); // the noted signal does not do it; SIGCONT wakes us
            } else {
                signal_ = signal;
            }
        }
    }

    void take_input() {
        std::vector<Key> keys;
        if (std::exchange(has_input_, false)) {
            char bytes[1024];
            const ssize_t count = read(0, bytes, sizeof bytes);
            if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) input_open_ = false;
            if (count > 0) keys = keys_.take({bytes, static_cast<std::size_t>(count)});
        } else if (keys_.is_waiting()) {
            keys = keys_.time_is_up();
        }
        for (const Key& key : keys) {
            if (!screen_ && key.kind == Key::Kind::enter) continue; // ends the line with the key
            const Order order = press(controller_.model(), key, display_);
            quits_ = quits_ || order.kind == Order::Kind::quit;
            controller_.carry_out(order, display_);
            if (controller_.wants_work())
                break; // what was typed ahead was meant for another screen
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
    std::unique_ptr<ScreenSession> screen_;
    PlainOutput plain_;
    Display display_;
    KeyDecoder keys_;
    std::unique_ptr<FileWatch> files_;
    std::string watched_;
    Clock::time_point looked_;
    std::optional<Clock::time_point> check_due_;
    bool input_open_ = true, has_input_ = false, may_have_changed_ = false, quits_ = false;
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
    // None yet: the next behind the last is the first.
    model.lesson = named == course.lessons.end()
                       ? course.lessons.size() - 1
                       : static_cast<std::size_t>(named - course.lessons.begin());
    if (!state.passed.contains(model.current().name) && named != course.lessons.end())
        return *named;
    return course.lessons[next_lesson(model).value_or(model.lesson)];
}

void watch(const Course& course, const Lesson& lesson, const WatchOptions& options) {
    int signal = 0;
    {
        Loop loop(course, lesson, options);
        loop.run();
        signal = loop.signal();
    }
    if (signal != 0) throw Interrupted{signal};
}

} // namespace workbook::cli::watch
