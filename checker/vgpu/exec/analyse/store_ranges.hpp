// Where a launch can store to global memory: intervals of addresses for its stores and atomics,
// found by following the launch's parameters, grid and block through the kernel's integer
// arithmetic and the comparisons that guard it. Memory outside of them is only read, so nothing can
// race there.
#pragma once

#include "vgpu/exec/lower/program.hpp"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace vgpu::exec {

struct Launch;

// Unknown: anywhere.
class StoreRanges {
  public:
    void add(Extent range) { ranges_.push_back(range); }
    void set_unknown() { is_known_ = false; }
    bool is_known() const { return is_known_; }
    bool may_meet(const Extent& extent) const {
        if (!is_known_) return true;
        for (const Extent& range : ranges_)
            if (range.begin < extent.end && extent.begin < range.end) return true;
        return false;
    }

  private:
    bool is_known_ = true;
    std::vector<Extent> ranges_;
};

class StorePlan; // of a kernel: its instructions as this analysis sees them

// The plans of the kernels that were asked for.
class StorePlans {
  public:
    StorePlans();
    ~StorePlans();
    StoreRanges find(const Launch& launch);
    void clear();

  private:
    std::map<const Kernel*, std::unique_ptr<StorePlan>> plans_;
};

} // namespace vgpu::exec
