#include "vgpu/exec/equal_waits.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace vgpu::exec {

namespace {

// "3", "0, 1", "0 to 7, 9": numbers in ascending order, `name_of` each.
template <typename Number, typename NameOf>
std::string list_of(const char* one, const char* many, const std::vector<Number>& numbers,
                    NameOf name_of) {
    std::string text = numbers.size() == 1 ? one : many;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        text += (i == 0 ? " " : ", ") + name_of(numbers[i]);
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        if (last < i + 2) continue;
        text += " to " + name_of(numbers[last]);
        i = last;
    }
    return text;
}

} // namespace

std::string list_warps(const std::vector<std::uint32_t>& warps) {
    return list_of("warp", "warps", warps,
                   [](std::uint32_t warp) { return fmt::format("{}", warp); });
}

std::string list_blocks(const std::vector<std::uint64_t>& blocks, const Dim3& grid) {
    return list_of("block", "blocks", blocks, [&](std::uint64_t block) {
        const Dim3 id = block_index(block, grid);
        return fmt::format("({},{},{})", id.x, id.y, id.z);
    });
}

void EqualWaits::add(std::uint32_t warp, Line line) {
    const auto known = std::ranges::find_if(lines_, [&](const Line& other) {
        return other.what == line.what && other.barrier == line.barrier &&
               other.place == line.place;
    });
    Line& its = known != lines_.end() ? *known : lines_.emplace_back(std::move(line));
    its.warps.push_back(warp);
}

std::string EqualWaits::text() const {
    std::string text;
    for (const Line& line : lines_) text += (text.empty() ? "" : "; ") + line.text();
    return text;
}

void EqualBlocks::add(std::uint64_t block, EqualWaits waits) {
    if (waits.lines().empty()) return;
    const auto known = std::ranges::find(entries_, waits, &Entry::waits);
    if (known != entries_.end())
        known->blocks.push_back(block);
    else
        entries_.push_back({{block}, std::move(waits)});
}

std::string EqualBlocks::text(const Dim3& grid, int most_lines, std::uint64_t others) const {
    std::string text;
    int lines = 0;
    for (const auto& [blocks, waits] : entries_) {
        std::string barrier_before;
        for (const EqualWaits::Line& line : waits.lines()) {
            if (++lines > most_lines) {
                others += blocks.size() * line.warps.size();
                continue;
            }
            text += fmt::format("{}{}, {}", text.empty() ? "" : "; ", list_blocks(blocks, grid),
                                line.text());
            if (line.barrier.empty()) continue;
            text += " and wait for " +
                    (line.barrier == barrier_before ? "the same mbarrier" : line.barrier);
            barrier_before = line.barrier;
        }
    }
    if (others != 0)
        text += fmt::format("; and {} more {}", others, others == 1 ? "warp" : "warps");
    return text;
}

} // namespace vgpu::exec
