// Which thread read or wrote which element of which array, in their order: for a launch that was
// asked for, as the page of a profile draws it.
//
// A part of each array is kept whose accesses fit into most_numbers. The part is halved as long as
// they do not, so that everything that happened in the part is kept.
#pragma once

#include "vgpu/observe/array_record.hpp"
#include "vgpu/observe/tool.hpp"

#include <cstddef>
#include <cstdint>

namespace vgpu::observe {

class ArrayLog {
  public:
    static constexpr std::size_t most_arrays = 8;
    static constexpr std::uint64_t most_numbers = 16'000; // of an array
    static constexpr std::uint64_t most_elements = 16'384, fewest_bytes = 512;

    static bool is_wanted(const Options& options) { return options.arrays; }
    static constexpr std::uint32_t wants = exec::event_access;
    using OwnHooks = Hooks<hook::keep_arrays, hook::launch_begin, hook::access>;

    explicit ArrayLog(const Workshop&) {}

    void keep_arrays(const ArrayWish& wish) {
        wish_ = wish;
        wanted_ = true;
    }
    void launch_begin(const exec::LaunchInfo& launch);
    void access(const Access& access) {
        if (record_.wanted) log(access);
    }

    const ArrayRecord& record() const { return record_; }

  private:
    void log(const Access& access);
    LoggedArray* array_at(const Access& access, int lane);
    void add(LoggedArray& array, const Access& access, std::uint32_t mask);
    // Halves the part until its accesses fit.
    void make_room(LoggedArray& array) const;

    ArrayWish wish_;
    bool wanted_ = false; // the next launch
    std::uint64_t shared_bytes_ = 0;
    ArrayRecord record_;
};

} // namespace vgpu::observe
