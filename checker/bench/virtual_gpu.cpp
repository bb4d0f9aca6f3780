#include "bench/virtual_gpu.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace bench {

namespace exec = vgpu::exec;

VirtualGpu::VirtualGpu(bool checked) : device_(exec::Device::create({})) {
    if (checked) device_->add_observer(vgpu::observe::Observers::create({}, *this));
    std::ifstream file(WORKBOOK_BENCH_PTX);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto loaded = device_->load(text, "kernels");
    if (!loaded) throw std::runtime_error("kernels.cu: " + loaded.error().message);
    module_ = *loaded;
}

void VirtualGpu::report(exec::Fault fault) { throw std::runtime_error(fault.message); }

void VirtualGpu::place(const Workload& work) {
    for (const std::uint64_t address : addresses_) device_->memory().free(address);
    addresses_.clear();
    for (const Array& array : work.arrays) {
        const auto address = device_->memory().allocate(array.bytes(), "cudaMalloc");
        if (!address) throw std::runtime_error("the virtual GPU's memory is full");
        addresses_.push_back(*address);
    }
    for (std::size_t i = 0; i < work.arrays.size(); ++i)
        if (i != work.result) write(addresses_[i], work.arrays[i]);
}

void VirtualGpu::write(std::uint64_t address, const Array& array) {
    device_->notify_host_access({address, array.bytes(), true});
    std::memcpy(device_->memory().host_view(address), array.data(), array.bytes());
}

void VirtualGpu::prepare(Workload& work) {
    for (const std::size_t i : work.zeroed) {
        std::fill_n(work.arrays[i].data(), work.arrays[i].bytes(), std::byte{0});
        write(addresses_[i], work.arrays[i]);
    }
}

std::vector<std::byte> VirtualGpu::parameters(const Launch& launch) const {
    std::vector<std::byte> block;
    const auto append = [&](auto value) { // aligned to its size, as the ABI has it
        block.resize((block.size() + sizeof value - 1) / sizeof value * sizeof value);
        block.resize(block.size() + sizeof value);
        std::memcpy(block.data() + block.size() - sizeof value, &value, sizeof value);
    };
    for (const Argument& argument : launch.arguments) {
        if (argument.array == Argument::number)
            append(argument.value);
        else
            append(argument.array == Argument::null
                       ? std::uint64_t{0}
                       : addresses_[static_cast<std::size_t>(argument.array)]);
    }
    return block;
}

void VirtualGpu::run(const Workload& work) {
    instructions_ = 0;
    counters_.clear();
    for (const Launch& launch : work.launches) {
        const auto kernel = device_->find_kernel(module_, launch.kernel);
        if (!kernel) throw std::runtime_error(std::string("no kernel ") + launch.kernel);
        const auto outcome = device_->launch(*kernel, launch.config, parameters(launch));
        if (outcome.fault) throw std::runtime_error(outcome.fault->message);
        instructions_ += outcome.counters.thread_instructions;
        counters_.push_back(outcome.counters);
    }
}

std::vector<std::byte> VirtualGpu::result(const Workload& work) {
    const std::byte* from = device_->memory().host_view(addresses_[work.result]);
    return {from, from + work.arrays[work.result].bytes()};
}

} // namespace bench
