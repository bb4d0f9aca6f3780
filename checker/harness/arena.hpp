// Memory that the checker shares with a program that it starts: with the learner program, at one
// fixed address in both, or with the virtual GPU's engine, anywhere.
//
// At the fixed address each call's arrays go to a fresh place: a pointer that the learner's code
// kept from the call before leads nowhere useful. The pages of earlier calls are given back. The
// engine is trusted: with it the first pages are used again, as they are.
//
// There is one memory at the fixed address. All arenas there share it, so only one of them has a
// program running at a time (harness/reference.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace workbook {

class Arena {
  public:
    enum class At : std::uint8_t { fixed_address, anywhere };
    // Throws std::runtime_error when the address is taken.
    explicit Arena(At at = At::fixed_address);

    int descriptor() const;
    // The first byte: the mailbox, or the engine's board.
    std::byte* begin() const;
    std::uint64_t offset_of(std::uint64_t address) const {
        return address - reinterpret_cast<std::uint64_t>(begin());
    }

    // Gives back what the call before took.
    void begin_call();
    // Room that ends at the end of a page, with an unused page on either side; nothing else lies
    // between the page's start and the room. Zero-filled at the fixed address. Throws
    // std::length_error when a call's arrays do not fit.
    std::uint64_t place_against_page_end(std::uint64_t bytes);
    // Room that starts at a page, nothing else in its pages.
    std::uint64_t place(std::uint64_t bytes);

    std::uint64_t page_bytes() const { return page_; }

  private:
    class Memory;

    std::uint64_t take_pages(std::uint64_t bytes);

    At at_;
    std::uint64_t page_;
    std::shared_ptr<Memory> memory_;
};

} // namespace workbook
