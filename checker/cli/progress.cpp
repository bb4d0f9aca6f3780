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
    wanted_ =
        isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

void ProgressLine::show(const std::string& text) {
    if (!wanted_) return;
    const std::lock_guard lock(mutex_);
    if (text.empty() && !shown_) return;
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    const std::size_t width = known ? size.ws_col - 1u : 79u; // a full line would break
    std::fprintf(stderr, "\r\x1b[K%s", text.substr(0, width).c_str());
    std::fflush(stderr);
    shown_ = !text.empty();
}

std::function<void(const std::string&)> progress_on_terminal() {
    const auto line = std::make_shared<ProgressLine>();
    return [line](const std::string& text) { line->show(text); };
}

} // namespace workbook::cli
