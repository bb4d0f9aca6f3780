// What the device is doing, readable from a signal handler: a program that is stopped at its
// deadline can say which kernel it was in.
#pragma once

#include <string_view>

namespace vgpu::runtime {

// Names the work for its lifetime. Under the runtime's lock: one at a time.
class Activity {
  public:
    explicit Activity(std::string_view text);
    ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    // NUL-terminated; "" when the device does nothing. Takes no lock, allocates nothing.
    static const char* current();
};

} // namespace vgpu::runtime
