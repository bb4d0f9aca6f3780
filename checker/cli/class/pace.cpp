#include "cli/class/pace.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace workbook::cli {
namespace {

std::string duration_text(double seconds) {
    const auto minutes = static_cast<long>(std::lround(seconds / 60));
    if (minutes < 1) return "less than a minute";
    if (minutes < 120) return fmt::format("about {} minute{}", minutes, minutes == 1 ? "" : "s");
    return fmt::format("about {} hours", std::lround(seconds / 3600));
}

} // namespace

std::string pace_text(std::size_t done, std::size_t total, double seconds) {
    std::string text = fmt::format("{} of {} graded", done, total);
    if (done == 0 || done >= total) return text;
    const double left = seconds / static_cast<double>(done) * static_cast<double>(total - done);
    return text + ", " + duration_text(left) + " left";
}

Pace::Pace(std::size_t total) : total_(total), on_terminal_(isatty(STDERR_FILENO) == 1) {}

void Pace::add_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
    const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    const auto text = pace_text(done_, total_, seconds);
    if (on_terminal_) return line_.show(text);
    const std::size_t step = std::max<std::size_t>(1, total_ / 20);
    if (done_ % step == 0 || done_ == total_) fmt::print(stderr, "{}\n", text);
}

void Pace::say(const std::string& line) {
    const std::lock_guard lock(mutex_);
    line_.show("");
    fmt::print(stderr, "{}\n", line);
}

} // namespace workbook::cli
