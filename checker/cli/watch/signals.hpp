// Signals as something to wait for beside keys and files.
#pragma once

#include <csignal>
#include <vector>

namespace workbook::cli::watch {

// While it lives, what would end, stop or resize us is only noted. What our parent had ignored
// (nohup) stays ignored.
class Signals {
  public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    int descriptor() const { return descriptor_; } // readable when one has come
    std::vector<int> take();

  private:
    int descriptor_ = -1;
    sigset_t before_{};
};

} // namespace workbook::cli::watch
