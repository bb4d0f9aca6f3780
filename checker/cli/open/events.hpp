// The newest snapshot, for many threads that wait for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

namespace workbook::cli::open {

class Events {
  public:
    void publish(const std::string& text) {
        const std::lock_guard lock(mutex_);
        text_ = text;
        ++number_;
        changed_.notify_all();
    }

    void close() {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
        changed_.notify_all();
    }

    struct Event {
        std::uint64_t number = 0; // 0: there has been none yet
        std::string text;
        bool is_closed = false;
    };

    // Waits for another one than `seen`, at most for `most`; then what there is.
    Event wait(std::uint64_t seen, std::chrono::milliseconds most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, most, [&] { return is_closed_ || number_ != seen; });
        return {number_, text_, is_closed_};
    }

    Event now() { return wait(~std::uint64_t{0}, std::chrono::milliseconds(0)); }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t number_ = 0;
    std::string text_;
    bool is_closed_ = false;
};

} // namespace workbook::cli::open
