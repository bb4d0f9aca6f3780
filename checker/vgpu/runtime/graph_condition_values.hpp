// The values that decide which bodies of conditional nodes run, by handle.
#pragma once

#include <cstdint>
#include <map>

struct CUgraph_st;

namespace vgpu::runtime {

struct GraphCondition {
    const CUgraph_st* graph = nullptr;
    std::uint32_t first_value = 0;
    bool has_first_value = false; // which it gets at each launch
    bool has_node = false;
    std::uint32_t value = 0;
};

class GraphConditionValues {
  public:
    std::uint64_t add(const GraphCondition& condition) {
        values_[++last_] = condition;
        return last_;
    }
    // Null: there is no such handle.
    GraphCondition* find(std::uint64_t handle) {
        const auto found = values_.find(handle);
        return found == values_.end() ? nullptr : &found->second;
    }
    // From a kernel. False: there is no such handle.
    bool set(std::uint64_t handle, std::uint32_t value) {
        GraphCondition* condition = find(handle);
        if (condition == nullptr) return false;
        condition->value = value;
        return true;
    }

  private:
    std::map<std::uint64_t, GraphCondition> values_;
    std::uint64_t last_ = 0;
};

} // namespace vgpu::runtime
