// Describes warps that wait alike in one line: "warps 0 to 7: lanes 0-31 wait at barrier 0
// (a.cu:12)".
#pragma once

#include "vgpu/exec/launch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::exec {

// "warp 3", "warps 0 to 7, 9"
std::string list_warps(const std::vector<std::uint32_t>& warps);
// "block (0,0,0)", "blocks (0,0,0) to (7,0,0)"; by their places in the grid, in ascending order.
std::string list_blocks(const std::vector<std::uint64_t>& blocks, const Dim3& grid);

// What the warps of a block do.
class EqualWaits {
  public:
    struct Line {
        std::string what;
        std::string barrier{};     // an mbarrier that they wait for, too, in words
        const Op* place = nullptr; // keeps apart what is at two places of one line
        std::vector<std::uint32_t> warps{};

        bool operator==(const Line&) const = default;
        std::string text() const { return list_warps(warps) + ": " + what; }
    };
    // The line is as yet without warps.
    void add(std::uint32_t warp, Line line);
    const std::vector<Line>& lines() const { return lines_; }
    std::string text() const;

    bool operator==(const EqualWaits&) const = default;

  private:
    std::vector<Line> lines_;
};

// The same for many blocks: blocks whose warps do the same are described together.
class EqualBlocks {
  public:
    void add(std::uint64_t block, EqualWaits waits);
    // Returns at most `most_lines` lines, and the number of warps that they leave out; `others` is
    // added to it.
    std::string text(const Dim3& grid, int most_lines, std::uint64_t others) const;

  private:
    struct Entry {
        std::vector<std::uint64_t> blocks;
        EqualWaits waits;
    };
    std::vector<Entry> entries_;
};

} // namespace vgpu::exec
