// A virtual device with one PTX module, for tests: buffers, launches, faults.
#pragma once

#include "vgpu/exec/device.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::exec::test {

inline constexpr std::string_view header = ".version 9.0\n.target sm_80\n.address_size 64\n";

class TestDevice {
  public:
    explicit TestDevice(std::string_view ptx, DeviceOptions options = {.memory_bytes = 256 << 20})
        : device_(Device::create(options)) {
        device_->set_print([this](std::string_view text) { printed_ += text; });
        const auto module = device_->load(std::string(header) + std::string(ptx), "test");
        if (!module) {
            INFO("line " << module.error().position.line << ": " << module.error().message);
            REQUIRE(module);
        }
        module_ = *module;
    }

    Device& operator*() { return *device_; }
    Device* operator->() { return device_.get(); }
    ModuleId module() const { return module_; }
    const std::string& printed() const { return printed_; }

    template <class T>
    std::uint64_t upload(const std::vector<T>& values, std::uint32_t owner = 0) {
        const auto address =
            device_->memory().allocate(values.size() * sizeof(T), "cudaMalloc", owner);
        REQUIRE(address);
        std::memcpy(device_->memory().host_view(*address), values.data(),
                    values.size() * sizeof(T));
        return *address;
    }

    template <class T>
    std::vector<T> download(std::uint64_t address, std::size_t count) {
        std::vector<T> values(count);
        REQUIRE(device_->memory().contains(address, count * sizeof(T)));
        std::memcpy(values.data(), device_->memory().host_view(address), count * sizeof(T));
        return values;
    }

    // Arguments must already have the types of the kernel's parameters.
    template <class... Arguments>
    LaunchResult run(std::string_view kernel, LaunchConfig config, Arguments... arguments) {
        const auto id = device_->find_kernel(module_, kernel);
        REQUIRE(id);
        const KernelAttributes& attributes = device_->attributes(*id);
        REQUIRE(attributes.parameter_offsets.size() == sizeof...(arguments));
        std::vector<std::byte> block(4096);
        std::size_t next = 0;
        const auto put = [&](auto value) {
            REQUIRE(attributes.parameter_sizes[next] == sizeof value);
            std::memcpy(block.data() + attributes.parameter_offsets[next++], &value, sizeof value);
        };
        (put(arguments), ...);
        return device_->launch(*id, config, block);
    }

    // The same where nothing may go wrong.
    template <class... Arguments>
    LaunchResult run_well(std::string_view kernel, LaunchConfig config, Arguments... arguments) {
        LaunchResult result = run(kernel, config, arguments...);
        if (result.fault) {
            INFO(result.fault->message << " " << result.fault->detail << " "
                                       << result.fault->site.instruction);
            REQUIRE_FALSE(result.fault);
        }
        REQUIRE_FALSE(result.stopped);
        return result;
    }

  private:
    std::unique_ptr<Device> device_;
    ModuleId module_ = 0;
    std::string printed_;
};

inline LaunchConfig grid(std::uint32_t blocks, std::uint32_t threads, std::uint64_t shared = 0) {
    return {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .dynamic_shared_bytes = shared};
}

} // namespace vgpu::exec::test
