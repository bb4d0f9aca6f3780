// The frames of functions that run: lane storage, parameter area, and the way back to the caller.
#pragma once

#include "vgpu/exec/executable.hpp"
#include "vgpu/exec/followed_loads.hpp"

#include <memory>
#include <unordered_map>
#include <vector>

namespace vgpu::exec {

struct Frame {
    ExecutableFunction* function = nullptr;
    std::byte* slots = nullptr;      // lane storage, ExecutableFunction::frame_bytes
    std::byte* parameters = nullptr; // lane_bytes.hpp
    std::uint64_t bytes = 0;         // of both
    Frame* caller = nullptr;         // null in the kernel's frame
    Pc call_pc = 0;                  // of the caller
    const ControlOp* call = nullptr;
    std::uint32_t lanes = 0; // that are in it or in functions it called
    std::uint32_t depth = 0;
    std::uint64_t launch = 0;     // whose values its launch-wide slots hold; 0: none yet
    std::uint64_t serial = 0;     // orders frames of one depth
    std::uint64_t passage = 0;    // PatternMatch: no other frame has or had this number
    std::uint64_t local_base = 0; // where its local variables begin in local memory
    // alloca: the most that a lane has taken, and what each has; empty in functions without it.
    std::uint64_t stack_bytes = 0;
    std::vector<std::uint32_t> stack;
    std::unique_ptr<FollowedLoads> followed; // null: nothing is followed
    std::uint64_t local_end() const { return local_base + function->local_bytes + stack_bytes; }

    const Op& op(Pc pc) const { return function->ops[pc]; }
    const std::uint32_t* words(Offset offset) const {
        return reinterpret_cast<const std::uint32_t*>(slots + offset);
    }
    PatternMatch& match(Offset offset) const {
        return *reinterpret_cast<PatternMatch*>(slots + offset);
    }
    const std::uint64_t* doublewords(Offset offset) const {
        return reinterpret_cast<const std::uint64_t*>(slots + offset);
    }
};

// Frames that are not in use, the last one given back first: it is still in the cache. Their
// constants are in place.
class FramePool {
  public:
    FramePool() = default;
    ~FramePool();
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;

    Frame* take(ExecutableFunction& function);
    void give(Frame* frame);
    // Before functions go away.
    void clear();
    // That all frames take, those in use included.
    std::uint64_t bytes() const { return bytes_; }
    // After a launch with many resident blocks: keeps a few frames of each function.
    void trim();

  private:
    void discard(Frame* frame);
    static std::uint64_t size_of(const ExecutableFunction& function);

    std::unordered_map<const ExecutableFunction*, std::vector<Frame*>> idle_;
    std::uint64_t bytes_ = 0;
    // The kernel's list: the map is looked into only when another function runs.
    const ExecutableFunction* last_function_ = nullptr;
    std::vector<Frame*>* last_list_ = nullptr;
    std::vector<Frame*>& list_of(const ExecutableFunction* function);
};

// What a call passes, in one lane.
std::uint64_t passed_value(const Frame& frame, const CallValue& value, int lane,
                           std::uint32_t bytes);
void set_passed_value(Frame& frame, const CallValue& value, int lane, std::uint64_t bits,
                      std::uint32_t bytes);

// Writes one value into every lane of a slot.
void broadcast(std::byte* slot, isa::Storage storage, std::uint64_t bits);

} // namespace vgpu::exec
