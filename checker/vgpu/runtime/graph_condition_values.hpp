// The values that decide which bodies of conditional nodes run, by handle. A handle is its graph's:
// it lasts as long as that, what was made ready of it, or a launch of that.
#pragma once

#include "vgpu/exec/device.hpp"

#include <cstdint>
#include <map>
#include <memory>

namespace vgpu::runtime {

struct GraphCondition {
    std::uint64_t handle = 0;
    std::uint32_t first_value = 0;
    bool has_first_value = false; // which it gets at each launch
    bool has_node = false;
    std::uint32_t value = 0;
};

class GraphConditionValues {
  public:
    // Makes a condition. Its graph has to keep the pointer.
    std::shared_ptr<GraphCondition> add(std::uint32_t first_value, bool has_first_value) {
        auto condition = std::make_shared<GraphCondition>();
        condition->handle = ++last_;
        condition->first_value = first_value;
        condition->has_first_value = has_first_value;
        conditions_[last_] = condition;
        return condition;
    }
    bool was_given(std::uint64_t handle) const { return handle != 0 && handle <= last_; }
    // Called for a kernel's cudaGraphSetConditional.
    exec::ConditionAnswer set(std::uint64_t handle, std::uint32_t value) {
        if (!was_given(handle)) return exec::ConditionAnswer::unknown;
        const auto found = conditions_.find(handle);
        const auto condition = found == conditions_.end() ? nullptr : found->second.lock();
        if (condition == nullptr) {
            if (found != conditions_.end()) conditions_.erase(found);
            return exec::ConditionAnswer::ended;
        }
        condition->value = value;
        return exec::ConditionAnswer::set;
    }

  private:
    std::map<std::uint64_t, std::weak_ptr<GraphCondition>> conditions_;
    std::uint64_t last_ = 0;
};

} // namespace vgpu::runtime
