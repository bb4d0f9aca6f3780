// How far registers get in a round of a loop that is one block of code, and how many rounds there
// are. This identifies a loop that copies a large object.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <optional>
#include <unordered_map>

namespace vgpu::exec {

class CopyRounds {
  public:
    // The instructions from `begin` up to `end`, which branches back to `begin`.
    CopyRounds(const isa::Function& function, std::size_t begin, std::size_t end);

    // What a round adds to a register; nullopt if that is not a constant.
    std::optional<std::int64_t> step(ptx::Index reg) const { return step(reg, most_steps); }
    // The number of rounds, if the code shows it and the counter begins at 0.
    std::optional<std::uint64_t> count() const;

  private:
    static constexpr int most_steps = 8; // instructions from one round's value to the next one's

    std::optional<std::int64_t> step(ptx::Index reg, int depth) const;
    std::optional<std::int64_t> step_around(ptx::Index reg) const;

    const isa::Instruction& branch_;
    // Null: several write it, or not always.
    std::unordered_map<ptx::Index, const isa::Instruction*> definitions_;
};

} // namespace vgpu::exec
