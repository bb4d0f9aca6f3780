// Values of which some bytes were never written, on their way from where a copy loaded them to
// where it stores them: registers and words of parameter areas, by the place of their lane storage
// (AccessEvent::words).
#pragma once

#include "vgpu/exec/events.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <utility>

namespace vgpu::observe {

class UnwrittenValues {
  public:
    // The warp and the place.
    using Word = std::pair<std::uint64_t, const void*>;
    // The unwritten bytes of each lane, one bit per byte.
    using Lanes = std::array<std::uint8_t, 32>;

    bool empty() const { return values_.empty(); }
    void clear() { values_.clear(); }

    void add(Word word, std::uint32_t lane, std::uint8_t bytes) { values_[word][lane] |= bytes; }
    // The lanes of `mask` take it away.
    Lanes take(Word word, std::uint32_t mask) {
        Lanes taken{};
        const auto found = values_.find(word);
        if (found == values_.end()) return taken;
        bool left = false;
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            std::uint8_t& bytes = found->second[lane];
            if ((mask >> lane & 1) != 0) taken[lane] = std::exchange(bytes, std::uint8_t{0});
            left = left || bytes != 0;
        }
        if (!left) values_.erase(found);
        return taken;
    }
    bool has(Word word, std::uint32_t lane, std::uint8_t bytes) const {
        const auto found = values_.find(word);
        return found != values_.end() && (found->second[lane] & bytes) != 0;
    }
    void set(Word word, std::uint32_t lane, std::uint8_t bytes, bool unwritten) {
        if (unwritten) return add(word, lane, bytes);
        const auto found = values_.find(word);
        if (found != values_.end()) found->second[lane] &= static_cast<std::uint8_t>(~bytes);
    }
    // Another function has those bytes now.
    void forget(std::uint64_t warp, const std::byte* begin, std::uint64_t bytes) {
        values_.erase(values_.lower_bound({warp, begin}),
                      values_.lower_bound({warp, begin + bytes}));
    }

  private:
    std::map<Word, Lanes> values_;
};

} // namespace vgpu::observe
