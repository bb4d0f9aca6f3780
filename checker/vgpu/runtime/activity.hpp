// What the device is doing, readable without waiting for it: at its deadline a checker can say
// which kernel a program was in.
#pragma once

#include "wire/engine.hpp"

#include <string_view>

namespace vgpu::runtime {

// Names the work for its lifetime. Under the runtime's lock: one at a time.
class Activity {
  public:
    explicit Activity(std::string_view text);
    ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    // Where it is written from now on.
    static void set_board(workbook::wire::Board* board);
};

} // namespace vgpu::runtime
