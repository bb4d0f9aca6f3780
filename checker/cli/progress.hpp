// How far long work has come: one line on standard error that is written over. Where that is no
// terminal, a line every half minute.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

namespace workbook::cli {

class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine() { show(""); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    // In place of what it showed; empty: nothing any more. Of any thread.
    void show(const std::string& text);

  private:
    void show_now_and_then(const std::string& text);

    bool on_terminal_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now(); // no terminal
    bool shown_ = false;
    std::mutex mutex_;
};

// For GradeOptions: shows it there.
std::function<void(const std::string&)> progress_on_stderr();

} // namespace workbook::cli
