// Where in the host program something was called: the callers' addresses are noted, which is cheap,
// and become a line only when a message needs it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace vgpu::client {

// The calls that led here, innermost first.
class CallStack {
  public:
    static CallStack current();
    explicit CallStack(std::span<const std::uint64_t> addresses);
    std::span<const std::uint64_t> addresses() const {
        return std::span(returns_).first(static_cast<std::size_t>(count_));
    }

    // "square.cu:31": the innermost call that is neither in this library nor in a header of a
    // toolkit (cudaMalloc<T>, Thrust). Empty when the program has no line information (-g).
    std::string line() const;

  private:
    CallStack() = default;
    static constexpr int most = 32;
    std::array<std::uint64_t, most> returns_{};
    int count_ = 0;
};

// The line of one instruction of the program, without a call being looked for; or empty.
std::string line_of_instruction(std::uint64_t address);

} // namespace vgpu::client
