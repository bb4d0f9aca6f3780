// What kernels read of the memory that host and device share: pinned, managed and registered
// memory. What stands there may come from the host at any time, without a copy.
#pragma once

#include "vgpu/exec/device.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace vgpu::observe {

class HostReads final : public exec::Observer {
  public:
    // `view`: the bytes behind a device address.
    using View = std::function<const std::byte*(std::uint64_t address)>;
    explicit HostReads(View view) : view_(std::move(view)) {}

    struct Range {
        explicit Range(std::uint64_t count = 0) : bytes(count) {}
        std::uint64_t bytes;
        // In the launch that runs or ran last:
        std::uint64_t read_begin = 0, read_end = 0; // offsets; equal: nothing was read
        bool touched = false, written = false;
        // What stood there when it was touched first; empty if it is more than most_kept_bytes.
        std::vector<std::byte> before;
    };
    static constexpr std::uint64_t most_kept_bytes = 64 << 20;

    std::uint32_t wants() const override { return exec::event_access; }
    void on_launch_begin(const exec::LaunchInfo& info) override;
    void on_access(const exec::AccessEvent& event) override;

    // The host sees these bytes from now on, or no longer.
    void show(std::uint64_t address, std::uint64_t bytes) { ranges_[address] = Range(bytes); }
    void hide(std::uint64_t address) { ranges_.erase(address); }
    const std::map<std::uint64_t, Range>& ranges() const { return ranges_; } // by address

  private:
    void touch(std::uint64_t address, std::uint64_t bytes, bool reads);

    View view_;
    std::map<std::uint64_t, Range> ranges_;
};

} // namespace vgpu::observe
