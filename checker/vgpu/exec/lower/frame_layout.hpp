// Gives everything that a function's instructions name its place in the frame.
//
// Places are handed out on first use, so a frame holds what the code uses and no more. Registers
// lie first in the order of their first use: neighbours in the code are neighbours in the cache.
#pragma once

#include "vgpu/exec/executable.hpp"

#include <map>
#include <tuple>
#include <unordered_map>

namespace vgpu::exec {

int bytes_of(isa::Storage storage); // of 32 lanes

class FrameLayout {
  public:
    // all_lanes is at 0 and no register is, so the operands that an op lacks name no register.
    explicit FrameLayout(const ptx::Function& function) : function_(function) { all_lanes(); }

    static isa::Storage storage_of(ptx::Type type);

    // Storage of a declared register, or of the condition code.
    isa::Storage register_storage(ptx::Index reg) const;
    int register_bits(ptx::Index reg) const;
    Offset reg(ptx::Index reg);
    // Gives a register the place of something else; only before its first use.
    void set_place(ptx::Index reg, Offset place) { set_places_[reg] = registers_[reg] = place; }
    bool has_set_place(ptx::Index reg) const { return set_places_.contains(reg); }
    Offset constant(isa::Storage storage, std::uint64_t bits);
    Offset special(isa::Storage storage, isa::SpecialRegister special);
    Offset parameter(ParameterSlot slot); // its `offset` is filled in
    Offset symbol(isa::Storage storage, bool shared, std::uint32_t variable,
                  std::uint64_t displacement);
    // Scratch space number `index` of an instruction: one for each operand that needs it.
    Offset scratch(int index);
    // Reserves bytes for what the executor notes for itself, asked for once. They are no state of
    // the program's, so livelock.cpp leaves them out.
    Offset extra(std::size_t bytes);
    Offset all_lanes() { return constant(isa::Storage::predicate, 0xffffffffu); }

    // Hands the tables over.
    void finish(ExecutableFunction& function);

    static bool is_clock(isa::SpecialRegister special);
    static bool is_launch_wide(isa::SpecialRegister special);

  private:
    Offset take(isa::Storage storage);

    const ptx::Function& function_;
    Offset bytes_ = 0;
    Offset extra_begin_ = 0, extra_end_ = 0;
    std::unordered_map<ptx::Index, Offset> registers_, set_places_;
    std::vector<ParameterSlot> parameters_;
    std::map<std::pair<isa::Storage, std::uint64_t>, Offset> constants_;
    std::map<std::pair<isa::Storage, isa::SpecialRegister>, Offset> specials_;
    std::map<std::tuple<isa::Storage, bool, std::uint32_t, std::uint64_t>, Offset> symbols_;
    std::vector<Offset> scratch_;
    // Predicates are 4 bytes: they share lines of 64.
    Offset predicate_line_ = 0;
    int predicates_left_ = 0;
};

} // namespace vgpu::exec
