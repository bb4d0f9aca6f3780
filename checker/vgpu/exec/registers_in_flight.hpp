// Registers that a wgmma reads or writes while its warp goes on: between the instruction and the
// wait for its group no other instruction may touch its accumulator, or write its factors.
#pragma once

#include "vgpu/exec/executable.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vgpu::exec {

enum class InFlight : std::uint8_t { no, factor, result };

// Those of one warp, in the frame in which it multiplied last.
class RegistersInFlight {
  public:
    void clear() {
        frame_ = nullptr;
        for (const std::size_t line : marked_) marks_[line] = {};
        marked_.clear();
    }
    bool watches(const Frame& frame) const { return frame_ == &frame && !marked_.empty(); }
    // Products have numbers that grow.
    void mark(const Frame& frame, Offset slot, InFlight use, std::uint64_t product) {
        if (frame_ != &frame) clear();
        frame_ = &frame;
        const std::size_t line = line_of(slot);
        if (marks_.size() <= line) marks_.resize(line + 1);
        if (marks_[line].use == InFlight::no) marked_.push_back(line);
        marks_[line] = {product, use};
    }
    InFlight use_of(Offset slot) const { return at(slot).use; }
    std::uint64_t product_of(Offset slot) const { return at(slot).product; }
    // Those up to a number are done.
    void release(std::uint64_t last) {
        std::erase_if(marked_, [&](std::size_t line) {
            if (marks_[line].product > last) return false;
            marks_[line] = {};
            return true;
        });
    }

  private:
    struct Mark {
        std::uint64_t product = 0;
        InFlight use = InFlight::no;
    };
    // A register of 32 bits is two lines of 64 bytes.
    static std::size_t line_of(Offset slot) { return static_cast<std::size_t>(slot) / 64; }
    Mark at(Offset slot) const {
        const std::size_t line = line_of(slot);
        return line < marks_.size() ? marks_[line] : Mark{};
    }

    const Frame* frame_ = nullptr;
    std::vector<Mark> marks_;
    std::vector<std::size_t> marked_;
};

} // namespace vgpu::exec
