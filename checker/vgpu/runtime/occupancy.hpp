// How many blocks of a kernel a multiprocessor holds at a time.
//
// The rules are those of the CUDA occupancy calculator (cuda_occupancy.h of the toolkit, against
// which a test holds them): registers are handed out to warps in units of 256, each of four
// partitions of a multiprocessor having a quarter of them; shared memory to blocks in units of 128
// bytes (256 on compute capability 7.x), with what the driver keeps for itself.
//
// How many registers a kernel takes is known to ptxas alone; exec estimates it from the PTX, and so
// occupancy that registers limit is an estimate too. What __launch_bounds__ promise is no matter
// here: a launch is held to it, the question how many would fit is not.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/runtime/device_model.hpp"

namespace vgpu::runtime {

// Dynamic shared memory that a launch may ask for: what cudaFuncSetAttribute allowed, else what
// fits beside the static one without opting in.
std::uint64_t dynamic_shared_limit(const DeviceModel& model,
                                   const exec::KernelAttributes& attributes,
                                   std::optional<std::uint64_t> allowed);

// Blocks of that size on one multiprocessor. 0 when not even one fits.
std::uint32_t resident_blocks(const DeviceModel& model, const exec::KernelAttributes& attributes,
                              std::uint64_t threads, std::uint64_t dynamic_shared_bytes);

// Clusters of that size on the device, of whose blocks a multiprocessor holds so many. A cluster
// lies within one group of multiprocessors (GPC), and each of its blocks on one of its own; what is
// left of several such layers is not put together.
std::uint32_t resident_clusters(const DeviceModel& model, std::uint32_t blocks_of_sm,
                                std::uint32_t cluster_blocks);

// The answer of cudaOccupancyAvailableDynamicSMemPerBlock: each block's share of the shared memory.
// As on a GPU, the share includes what the driver reserves per block (1 KiB since compute
// capability 8.0). nullopt if so many blocks do not fit even without dynamic shared memory.
std::optional<std::uint64_t> available_dynamic_shared(const DeviceModel& model,
                                                      const exec::KernelAttributes& attributes,
                                                      std::optional<std::uint64_t> allowed,
                                                      std::uint32_t blocks, std::uint64_t threads);

} // namespace vgpu::runtime
