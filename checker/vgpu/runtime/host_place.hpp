// Where in the host program something was called: who called is noted cheaply (addresses), and
// turned into a line only when a message needs it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace vgpu::runtime {

// The calls that led here, innermost first.
class CallStack {
  public:
    static CallStack current();

    // "square.cu:31": the innermost call that is neither in this library nor in a header of a
    // toolkit (cudaMalloc<T>, Thrust). Empty when the program has no line information (-g).
    std::string line() const;

  private:
    static constexpr int most = 24;
    std::array<void*, most> returns_{};
    int count_ = 0;
};

// The line of one instruction of the program, without a call being looked for; or empty.
std::string line_of_instruction(std::uint64_t address);

// Which call made an allocation, by its address. Those of freed memory stay until the address is
// given out again.
class AllocationPlaces {
  public:
    void note(std::uint64_t address) { stacks_[address] = CallStack::current(); }
    std::string line(std::uint64_t address) const {
        const auto found = stacks_.find(address);
        return found == stacks_.end() ? "" : found->second.line();
    }

  private:
    std::map<std::uint64_t, CallStack> stacks_;
};

} // namespace vgpu::runtime
