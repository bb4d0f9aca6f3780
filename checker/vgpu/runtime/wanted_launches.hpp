// The launches of a checker's call whose accesses are kept, array by array.
#pragma once

#include "vgpu/observe/array_record.hpp"
#include "wire/engine.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>

namespace vgpu::runtime {

class WantedLaunches {
  public:
    using Wishes = std::span<const workbook::wire::WantedLaunch>;

    void begin_call(Wishes wishes) {
        std::copy_n(wishes.begin(), std::min(wishes.size(), std::size(wishes_)), wishes_);
        told_ = 0;
    }
    // One more launch stands in the trace.
    void note_told() { ++told_; }
    std::uint64_t told() const { return told_; }
    std::optional<observe::ArrayWish> wish(std::uint64_t number) const {
        for (const auto& wish : wishes_)
            if (wish.number == number && number != 0)
                return observe::ArrayWish{wish.block, wish.focus};
        return std::nullopt;
    }

  private:
    workbook::wire::WantedLaunch wishes_[workbook::wire::most_wanted_launches];
    std::uint64_t told_ = 0;
};

} // namespace vgpu::runtime
