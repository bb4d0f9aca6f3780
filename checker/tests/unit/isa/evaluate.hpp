// Executes a form of an instruction file without an executor: the semantics alone, one warp at a
// time.
#pragma once

#include "ptxtest.hpp"
#include "vgpu/isa/instruction.hpp"

#include <memory>
#include <optional>
#include <string>

// One form, parsed and resolved.
class ResolvedForm {
  public:
    // nullopt, and why in `error`.
    static std::optional<ResolvedForm> make(const ptxtest::Form& form, std::string& error);

    // What a warp gives whose lane l has inputs[operand][l]; only the lanes of `mask` execute.
    // Results of the others are what the registers held: `untouched`.
    std::vector<ptxtest::Lanes> execute(const std::vector<ptxtest::Lanes>& inputs,
                                        std::uint32_t mask) const;

    static constexpr std::uint64_t untouched = 0x5a5a5a5a5a5a5a5au;

  private:
    const ptxtest::Form* form_ = nullptr;
    std::unique_ptr<vgpu::ptx::Module> module_;
    vgpu::isa::Program program_;
};
