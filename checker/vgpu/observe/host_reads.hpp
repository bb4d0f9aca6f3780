// What kernels read of the memory that host and device share: pinned, managed and registered
// memory. What stands there may come from the host at any time, without a copy, in the middle of a
// launch, too. So each byte is taken as the kernel gets it, and is the device's own only where it
// is what a kernel has written there.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/exec/shared_watch.hpp"
#include "vgpu/observe/byte_pages.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace vgpu::observe {

// It is an observer of accesses, although it needs no events, so that the executor reports all
// accesses to the watch.
class HostReads final : public exec::Observer, public exec::SharedWatch {
  public:
    // `view`: the bytes behind a device address. `is_wanted`: asked when a call or a launch begins.
    using View = std::function<const std::byte*(std::uint64_t address)>;
    HostReads(View view, std::function<bool()> is_wanted)
        : view_(std::move(view)), is_wanted_(std::move(is_wanted)), is_on_(is_wanted_()) {}

    std::uint32_t wants() const override { return exec::event_access; }
    void on_launch_begin(const exec::LaunchInfo& info) override;
    bool meets(std::uint64_t begin, std::uint64_t end) const override;
    void on_read(std::uint64_t address, std::span<const std::byte> bytes) override;
    void on_write(std::uint64_t address, std::span<const std::byte> bytes) override;

    // The host sees these bytes from now on, or no longer.
    void show(std::uint64_t address, std::uint64_t bytes);
    void hide(std::uint64_t address);
    // What kernels have written so far counts no longer.
    void begin_call();

    // Bytes that lie side by side, and which of them count.
    using Bytes = std::span<const std::byte>;
    using Marks = std::span<const std::uint8_t>;
    // What the launch that ran last has read and no kernel had written, with the bytes around it:
    // a byte once in a call, and again whenever the host has changed it.
    void each_read(
        const std::function<void(std::uint64_t address, Bytes bytes, Marks read)>& body) const;
    // How many bytes were read beyond that, since they have changed too often.
    std::uint64_t changed_too_often() const;
    // Which of these bytes, read by a copy, no kernel has written.
    std::vector<std::uint8_t> not_written(std::uint64_t address, Bytes bytes) const;

    // Calls body for the ranges that were written to since their last report.
    void
    each_written_range(const std::function<void(std::uint64_t address, std::uint64_t bytes)>& body);
    // Calls body for each contiguous part that kernels have written in the range that begins there.
    void each_written(std::uint64_t range,
                      const std::function<void(std::uint64_t address, Bytes bytes)>& body) const;

    // A byte may change so often in a launch; further changes are only counted.
    static constexpr std::size_t most_values = 32;
    // The bytes around those that were read: enough to know a given array by.
    static constexpr std::uint64_t margin = 512;

  private:
    struct Range {
        std::uint64_t bytes = 0;
        BytePages written = {}; // by kernels, and as they have written it
        bool is_told = true;    // all of that
        BytePages last = {};    // as kernels have read or written it last
        // What the launch has read that was not so: where a byte has changed, each value is in a
        // map of its own.
        std::vector<BytePages> read = {};
        std::uint64_t changed_too_often = 0;
    };
    using Ranges = std::map<std::uint64_t, Range>; // by address

    // Calls body(range, offset, bytes) where the bytes are shared.
    template <class Body>
    void within(std::uint64_t address, Bytes bytes, const Body& body);
    void note_read(std::uint64_t begin, Range& range, std::uint64_t offset, Bytes bytes);
    // `now`: what stands in the range; null: it is gone.
    void each_read(std::uint64_t begin, const Range& range, const BytePages& read,
                   const std::byte* now,
                   const std::function<void(std::uint64_t, Bytes, Marks)>& body) const;

    View view_;
    std::function<bool()> is_wanted_;
    bool is_on_ = false;
    Ranges ranges_;
    std::vector<std::pair<std::uint64_t, Range>>
        gone_; // since the launch began that has read there
};

} // namespace vgpu::observe
