// How often the code of a function names each of its registers.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <vector>

namespace vgpu::exec {

class RegisterCounts {
  public:
    explicit RegisterCounts(const isa::Function& function);

    // Instructions that write it. What a call or the caller may write counts as more than one.
    int definitions(ptx::Index reg) const { return count(definitions_, reg); }
    // Places that read it. An operand of a call or a jump counts twice.
    int uses(ptx::Index reg) const { return count(uses_, reg); }

  private:
    static int count(const std::vector<int>& counts, ptx::Index reg) {
        return reg < counts.size() ? counts[reg] : 0;
    }
    static void add(std::vector<int>& counts, ptx::Index reg, int times) {
        if (reg < counts.size()) counts[reg] += times;
    }
    void add_operand(const ptx::Operand& operand, bool is_written);

    std::vector<int> definitions_, uses_; // by register
};

} // namespace vgpu::exec
