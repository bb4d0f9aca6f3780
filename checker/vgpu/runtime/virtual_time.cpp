#include "vgpu/runtime/virtual_time.hpp"

#include <iterator>

namespace vgpu::runtime {

std::uint64_t EngineTimes::enter(std::uint64_t earliest, std::uint64_t lasts) {
    constexpr std::size_t most_kept = 4096;
    std::uint64_t begin = earliest;
    auto next = busy_.upper_bound(begin);
    if (next != busy_.begin()) begin = std::max(begin, std::prev(next)->second);
    for (; next != busy_.end() && next->first < begin + lasts; ++next) begin = next->second;
    std::uint64_t from = begin, until = begin + lasts;
    if (next != busy_.end() && next->first == until) { // touching intervals become one
        until = next->second;
        next = busy_.erase(next);
    }
    if (next != busy_.begin() && std::prev(next)->second == from) {
        from = std::prev(next)->first;
        busy_.erase(std::prev(next));
    }
    busy_[from] = until;
    // What is long past is no gap any more.
    if (busy_.size() > most_kept) {
        const std::uint64_t end = std::next(busy_.begin())->second;
        busy_.erase(std::next(busy_.begin()));
        busy_.begin()->second = end;
    }
    return begin;
}

} // namespace vgpu::runtime
