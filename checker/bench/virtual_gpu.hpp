// A virtual GPU with kernels.cu loaded, for the benchmark: with every check, or with none.
#pragma once

#include "bench/workloads.hpp"
#include "vgpu/observe/observe.hpp"

#include <memory>
#include <string>
#include <vector>

namespace bench {

class VirtualGpu final : public vgpu::exec::FaultSink {
  public:
    // Throws std::runtime_error when the kernels cannot be loaded.
    explicit VirtualGpu(bool checked);

    // Places the arrays in device memory. What was there before is freed.
    void place(const Workload& work);
    // What a program does in front of a run and is not measured.
    void prepare(Workload& work);
    // The launches. Throws at a fault.
    void run(const Workload& work);
    std::vector<std::byte> result(const Workload& work);
    // Thread instructions of the last run.
    std::uint64_t instructions() const { return instructions_; }
    // A launch of the last run.
    const vgpu::exec::LaunchCounters& counters(std::size_t launch) const {
        return counters_.at(launch);
    }
    void watch(std::shared_ptr<vgpu::exec::Observer> observer) {
        device_->add_observer(std::move(observer));
    }

  private:
    void report(vgpu::exec::Fault fault) override;
    void write(std::uint64_t address, const Array& array);
    std::vector<std::byte> parameters(const Launch& launch) const;

    std::unique_ptr<vgpu::exec::Device> device_;
    vgpu::exec::ModuleId module_ = 0;
    std::vector<std::uint64_t> addresses_; // of the workload's arrays
    std::uint64_t instructions_ = 0;
    std::vector<vgpu::exec::LaunchCounters> counters_; // by launch
};

} // namespace bench
