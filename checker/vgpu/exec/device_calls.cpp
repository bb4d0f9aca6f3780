#include "vgpu/exec/device_calls.hpp"

#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/natives.hpp"

#include <vector>

namespace vgpu::exec {

std::optional<DeviceCall> device_call_named(std::string_view ptx_name) {
#define WORKBOOK_DEVICE_CALL(name, ptx)                                                            \
    if (ptx_name == ptx) return DeviceCall::name;
#include "vgpu/exec/device_calls.def"
#undef WORKBOOK_DEVICE_CALL
    return std::nullopt;
}

// One lane of a group that calls.
class NativeCaller final : public DeviceCaller {
  public:
    NativeCaller(Natives& natives, int lane)
        : natives_(natives), warp_(natives.interpreter_.warp_place()), lane_(lane) {}
    const WarpPlace& warp() const override { return warp_; }
    std::uint32_t thread() const override {
        return warp_.warp * warp_size + static_cast<std::uint32_t>(lane_);
    }
    Site site() const override {
        const Frame& frame = *natives_.group_.frame;
        return natives_.machine_.sites_of(frame).site_in(frame, natives_.op_, warp_, lane_);
    }
    bool store(std::uint64_t address, const void* bytes, std::size_t count) override {
        return natives_.store_bytes(address, bytes, count, lane_);
    }
    std::uint64_t allocate(std::uint64_t bytes) override { return natives_.take_memory(bytes); }
    bool free(std::uint64_t address) override { return natives_.give_memory_back(address); }

  private:
    Natives& natives_;
    WarpPlace warp_;
    int lane_;
};

bool Natives::call_device_runtime(DeviceCall which, std::uint32_t lanes) {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        std::vector<std::uint64_t> arguments;
        for (const CallValue& value : control_.arguments) {
            if (value.bytes <= 8) {
                arguments.push_back(passed_value(*group_.frame, value, lane, value.bytes));
                continue;
            }
            for (std::uint64_t at = 0; at < value.bytes; at += 4)
                arguments.push_back(load_lane(group_.frame->parameters,
                                              static_cast<std::uint64_t>(value.offset) + at, lane,
                                              4));
        }
        NativeCaller caller(*this, lane);
        if (machine_.device_runtime == nullptr) continue; // a device without a runtime
        const auto result = machine_.device_runtime->call(which, arguments, caller);
        if (!result) return false;
        set_result(lane, *result);
    }
    return true;
}

} // namespace vgpu::exec
