// How far long work has come: one line on standard error that is written over, and only if that is
// a terminal.
#pragma once

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
    bool wanted_;
    bool shown_ = false;
    std::mutex mutex_;
};

// For GradeOptions: shows it there.
std::function<void(const std::string&)> progress_on_terminal();

} // namespace workbook::cli
