#include "cli/watch/screen_session.hpp"

#include "cli/interrupt.hpp"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace workbook::cli::watch {
namespace {

// The other screen, and no cursor; lines are cut, not broken.
constexpr std::string_view screen_begin = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
constexpr std::string_view screen_end = "\x1b[?7h\x1b[?25h\x1b[?1049l";

termios modes_before;
std::atomic<bool> terminal_is_ours = false;

// Also from a signal handler: only what is allowed there.
void give_terminal_back() {
    if (!terminal_is_ours.exchange(false) || is_in_background()) return;
    [[maybe_unused]] const auto written = write(1, screen_end.data(), screen_end.size());
    tcsetattr(0, TCSADRAIN, &modes_before);
}

void on_crash(int signal) {
    give_terminal_back();
    std::signal(signal, SIG_DFL);
    raise(signal);
}

// A fault of ours must not leave a terminal behind that shows nothing of what is typed. On a stack
// of its own: ours may be used up.
void catch_crashes() {
    static char stack[1 << 16];
    stack_t own{};
    own.ss_sp = stack;
    own.ss_size = sizeof stack;
    sigaltstack(&own, nullptr);
    struct sigaction action {};
    action.sa_handler = on_crash;
    action.sa_flags = SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        sigaction(signal, &action, nullptr);
}

void write_screen(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(1, text.data(), text.size());
        if (count < 0 && errno != EINTR && errno != EAGAIN) return;
        if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
}

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

} // namespace

ScreenSession::ScreenSession() {
    catch_crashes();
    enter();
}

ScreenSession::~ScreenSession() { leave(); }

void ScreenSession::enter() {
    if (is_in_background()) raise(SIGTTIN); // until the shell's fg
    if (is_in_background()) return;         // not stopped by a terminal: no terminal shows it
    if (!is_ours_) {
        tcgetattr(0, &modes_before);
        held_back_ = memfd_create("workbook-warnings", MFD_CLOEXEC);
        error_output_ = dup(2);
        if (held_back_ >= 0 && error_output_ >= 0) dup2(held_back_, 2);
    }
    termios modes = modes_before;
    modes.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    is_ours_ = terminal_is_ours = true;
    tcsetattr(0, TCSADRAIN, &modes);
    write_screen(screen_begin);
    forget();
}

void ScreenSession::leave() {
    if (!is_ours_) return;
    is_ours_ = false;
    give_terminal_back();
    if (error_output_ >= 0) dup2(error_output_, 2);
    char buffer[4096];
    ssize_t count = 0;
    for (off_t at = 0; (count = pread(held_back_, buffer, sizeof buffer, at)) > 0; at += count)
        [[maybe_unused]] const auto written = write(2, buffer, static_cast<std::size_t>(count));
    close(held_back_);
    close(error_output_);
    held_back_ = error_output_ = -1;
}

// A row is erased before it is written: behind a full one the cursor stays on its last column. What
// knows synchronized output (mode 2026) shows the rows all at once, so that nothing flickers.
void ScreenSession::show(const std::vector<std::string>& rows) {
    if (!is_ours_ || is_in_background() || rows == shown_) return;
    shown_ = rows;
    std::string text = "\x1b[?2026h\x1b[H";
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += (i > 0 ? "\r\n" : "") + std::string(i + 1 < rows.size() ? "\x1b[K" : "\x1b[J") +
                rows[i];
    write_screen(text + "\x1b[?2026l");
}

bool is_in_background() {
    const pid_t owner = tcgetpgrp(0); // -1: no terminal, or one without a foreground group
    return owner != -1 && owner != getpgrp();
}

bool can_draw() {
    const auto terminal = variable("TERM");
    return isatty(0) == 1 && isatty(1) == 1 && !terminal.empty() && terminal != "dumb";
}

bool asks_to_go_on() {
    char line[256] = "";
    ssize_t count = 0;
    do {
        throw_if_interrupted();
        count = read(0, line, sizeof line);
    } while (count < 0 && errno == EINTR);
    throw_if_interrupted();
    return count > 0 && line[0] != 'q' && line[0] != 'Q';
}

Display display_of_terminal() {
    Display display;
    winsize size{};
    if (ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        display.rows = size.ws_row;
        display.columns = size.ws_col;
    }
    display.colour = style_of_output().colour;
    display.links = can_draw() && variable("TERM") != "linux";
    return display;
}

} // namespace workbook::cli::watch
