// Work in a process of its own, so that it can be stopped at any time with all that it has started.
//
// A fork, not a thread: a check builds, runs checkers, waits for locks and makes temporary folders,
// and a signal ends all of that together. The work hands texts over while it goes on.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace workbook::cli::watch {

class Worker {
  public:
    using Tell = std::function<void(const std::string&)>; // hands a text over, at once
    using Job = std::function<void(const Tell&)>;

    Worker() = default;
    ~Worker() { stop(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Only one job at a time: stop() the one before. Throws UserError if no process can be had.
    void start(const Job& job);

    bool is_running() const { return process_ > 0; }
    int descriptor() const { return descriptor_; } // readable when there is something to take

    // What the job has told since last asked. After the job's end is_running() is false, and
    // trouble() says how it failed, if it did.
    std::vector<std::string> take();
    const std::string& trouble() const { return trouble_; }

    // Ends the job and everything that it started. What it has told and take() did not fetch is
    // lost.
    void stop();

  private:
    void reap();

    pid_t process_ = -1;
    int descriptor_ = -1;
    std::string received_;
    std::string trouble_;
};

} // namespace workbook::cli::watch
