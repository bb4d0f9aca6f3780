#include "cli/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace workbook::cli {

ProgressLine::ProgressLine() {
    const char* terminal = std::getenv("TERM");
    on_terminal_ =
        isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

void ProgressLine::show(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (!on_terminal_) return show_now_and_then(text);
    if (text.empty() && !shown_) return;
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    const std::size_t width = known ? size.ws_col - 1u : 79u; // a full line would break
    std::fprintf(stderr, "\r\x1b[K%s", text.substr(0, width).c_str());
    std::fflush(stderr);
    shown_ = !text.empty();
}

void ProgressLine::show_now_and_then(const std::string& text) {
    constexpr std::chrono::seconds every{30};
    const auto now = std::chrono::steady_clock::now();
    if (text.empty() || now - last_ < every) return;
    last_ = now;
    std::fprintf(stderr, "workbook: %s\n", text.c_str());
}

std::function<void(const std::string&)> progress_on_stderr() {
    const auto line = std::make_shared<ProgressLine>();
    return [line](const std::string& text) { line->show(text); };
}

} // namespace workbook::cli
