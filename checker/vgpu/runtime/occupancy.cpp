#include "vgpu/runtime/occupancy.hpp"

#include "vgpu/support/round_up.hpp"

#include <algorithm>

namespace vgpu::runtime {
namespace {

constexpr std::uint64_t warp_size = 32;
constexpr std::uint64_t no_limit = ~0ull;

std::uint64_t limit_of_registers(const DeviceModel& model, std::uint64_t registers,
                                 std::uint64_t warps) {
    const std::uint64_t of_warp = round_up(registers * warp_size, DeviceModel::register_unit);
    if (of_warp == 0) return no_limit;
    // A block is refused as if it took as much of every partition as of the fullest.
    if (of_warp * round_up(warps, DeviceModel::partitions) > model.registers_per_block) return 0;
    const std::uint64_t of_partition = model.registers_per_sm / DeviceModel::partitions;
    return of_partition / of_warp * DeviceModel::partitions / warps;
}

std::uint64_t limit_of_shared(const DeviceModel& model, std::uint64_t bytes) {
    const std::uint64_t of_block =
        round_up(bytes + model.shared_reserved_per_block, model.shared_unit);
    return of_block == 0 ? no_limit : model.shared_per_sm / of_block;
}

} // namespace

std::uint64_t dynamic_shared_limit(const DeviceModel& model,
                                   const exec::KernelAttributes& attributes,
                                   std::optional<std::uint64_t> allowed) {
    if (allowed) return *allowed;
    return model.shared_per_block -
           std::min(model.shared_per_block, attributes.static_shared_bytes);
}

std::uint32_t resident_blocks(const DeviceModel& model, const exec::KernelAttributes& attributes,
                              std::uint64_t threads, std::uint64_t dynamic_shared_bytes) {
    if (threads == 0 || threads > model.max_threads_per_block ||
        dynamic_shared_bytes > model.shared_per_block_optin ||
        attributes.static_shared_bytes > model.shared_per_block_optin)
        return 0;
    const std::uint64_t warps = (threads + warp_size - 1) / warp_size;
    const std::uint64_t fits = std::min<std::uint64_t>(
        {model.max_blocks_per_sm, model.max_threads_per_sm / warp_size / warps,
         limit_of_registers(model, attributes.registers, warps),
         limit_of_shared(model, attributes.static_shared_bytes + dynamic_shared_bytes)});
    return static_cast<std::uint32_t>(fits);
}

std::uint32_t resident_clusters(const DeviceModel& model, std::uint32_t blocks_of_sm,
                                std::uint32_t cluster_blocks) {
    // What the answers of a GPU with 132 multiprocessors come from, for 1 to 16 blocks
    // (silicon/api_clusters.txt): groups of so many multiprocessors, and at most 8 such blocks on
    // each.
    constexpr std::uint32_t groups[] = {18, 18, 18, 18, 16, 16, 16, 12};
    constexpr std::uint32_t most_of_sm = 8;
    std::uint32_t left = model.sm_count, clusters = 0;
    for (const std::uint32_t group : groups) {
        const std::uint32_t here = std::min(group, left);
        clusters += here / cluster_blocks;
        left -= here;
    }
    return clusters * std::min(blocks_of_sm, most_of_sm);
}

std::optional<std::uint64_t> available_dynamic_shared(const DeviceModel& model,
                                                      const exec::KernelAttributes& attributes,
                                                      std::optional<std::uint64_t> allowed,
                                                      std::uint32_t blocks, std::uint64_t threads) {
    if (blocks == 0 || resident_blocks(model, attributes, threads, 0) < blocks) return std::nullopt;
    const std::uint64_t most = dynamic_shared_limit(model, attributes, allowed);
    // Without the opt-in (cudaFuncSetAttribute) a block may use 48 KiB, plus what the driver
    // reserves.
    const std::uint64_t of_block =
        (allowed ? model.shared_per_block_optin : model.shared_per_block) +
        model.shared_reserved_per_block;
    const std::uint64_t all = blocks == 1 ? of_block : model.shared_per_sm;
    const std::uint64_t share =
        std::min(all / blocks / model.shared_unit * model.shared_unit, of_block);
    const std::uint64_t fixed = std::min(share, attributes.static_shared_bytes);
    return std::min(share - fixed, most);
}

} // namespace vgpu::runtime
