#include "vgpu/runtime/device_model.hpp"

#include "wire/profiles.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace vgpu::runtime {
namespace {

constexpr auto& profiles = workbook::wire::profiles;

constexpr auto card_names = std::to_array<std::string_view>({
#define WORKBOOK_CARD(profile, name) name,
#include "wire/cards.def"
});

struct Row {
    int number;
    std::array<int, profiles.size()> values;
};
constexpr auto rows = std::to_array<Row>({
#define WORKBOOK_ATTRIBUTE(number, name, ...) {number, {__VA_ARGS__}},
#include "wire/cards.def"
});
static_assert(std::ranges::is_sorted(rows, std::ranges::less_equal(), &Row::number),
              "cards.def is sorted and has each attribute once");

constexpr auto names = std::to_array<AttributeName>({
#define WORKBOOK_ATTRIBUTE(number, name, ...) {number, #name},
#include "wire/cards.def"
});

constexpr const char* no_sparse = "no sparse arrays and none that are mapped later";
constexpr const char* no_ipc = "nothing is shared between processes";
constexpr const char* no_rdma = "there is no other device on a bus";
constexpr const char* no_machine = "there is no bus and no node that it is on";

constexpr auto own = std::to_array<OwnAnswer>({
    {cudaDevAttrPciDeviceId, 0, no_machine},
    {cudaDevAttrPciDomainId, 0, no_machine},
    {cudaDevAttrPageableMemoryAccess, 0, "kernels see no memory that CUDA did not give out"},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0,
     "kernels see no memory that CUDA did not give out"},
    {cudaDevAttrSparseCudaArraySupported, 0, no_sparse},
    {cudaDevAttrTimelineSemaphoreInteropSupported, 0, "no external semaphores"},
    {cudaDevAttrGPUDirectRDMASupported, 0, no_rdma},
    {cudaDevAttrGPUDirectRDMAFlushWritesOptions, 0, no_rdma},
    {cudaDevAttrGPUDirectRDMAWritesOrdering, 0, no_rdma},
    {cudaDevAttrMemoryPoolSupportedHandleTypes, 0, no_ipc},
    {cudaDevAttrDeferredMappingCudaArraySupported, 0, no_sparse},
    {125 /* cudaDevAttrIpcEventSupport */, 0, no_ipc},
    {126 /* cudaDevAttrMemSyncDomainCount */, 1, "one domain: fences order everything"},
    {131 /* cudaDevAttrNumaId */, -1, no_machine},
    {134 /* cudaDevAttrHostNumaId */, -1, no_machine},
    {139 /* cudaDevAttrGpuPciDeviceId */, 0, no_machine},
    {140 /* cudaDevAttrGpuPciSubsystemId */, 0, no_machine},
    {142 /* cudaDevAttrHostNumaMemoryPoolsSupported */, 0, no_machine},
    {143 /* cudaDevAttrHostNumaMultinodeIpcSupported */, 0, no_machine},
    {144 /* cudaDevAttrHostMemoryPoolsSupported */, 0, "pools are of device memory"},
});

DeviceModel model_of(std::size_t column) {
    DeviceModel model;
    model.profile = profiles[column];
    model.column = column;
    model.name = fmt::format("Virtual GPU ({})", card_names[column]);
    const auto get = [&](cudaDeviceAttr attribute) {
        return static_cast<std::uint32_t>(
            std::ranges::lower_bound(rows, static_cast<int>(attribute), {}, &Row::number)
                ->values[column]);
    };
    model.major = static_cast<int>(get(cudaDevAttrComputeCapabilityMajor));
    model.minor = static_cast<int>(get(cudaDevAttrComputeCapabilityMinor));
    model.architecture = static_cast<std::uint32_t>(10 * model.major + model.minor);
    model.sm_count = get(cudaDevAttrMultiProcessorCount);
    model.clock_kilohertz = get(cudaDevAttrClockRate);
    model.max_threads_per_block = get(cudaDevAttrMaxThreadsPerBlock);
    model.max_block[0] = get(cudaDevAttrMaxBlockDimX);
    model.max_block[1] = get(cudaDevAttrMaxBlockDimY);
    model.max_block[2] = get(cudaDevAttrMaxBlockDimZ);
    model.max_grid[0] = get(cudaDevAttrMaxGridDimX);
    model.max_grid[1] = get(cudaDevAttrMaxGridDimY);
    model.max_grid[2] = get(cudaDevAttrMaxGridDimZ);
    model.max_threads_per_sm = get(cudaDevAttrMaxThreadsPerMultiProcessor);
    model.max_blocks_per_sm = get(cudaDevAttrMaxBlocksPerMultiprocessor);
    model.registers_per_block = get(cudaDevAttrMaxRegistersPerBlock);
    model.registers_per_sm = get(cudaDevAttrMaxRegistersPerMultiprocessor);
    model.shared_per_block = get(cudaDevAttrMaxSharedMemoryPerBlock);
    model.shared_per_block_optin = get(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    model.shared_per_sm = get(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    model.shared_reserved_per_block = get(cudaDevAttrReservedSharedMemoryPerBlock);
    model.shared_unit = model.major < 8 ? 256 : 128;
    return model;
}

const std::vector<DeviceModel>& models() {
    static const std::vector<DeviceModel> all = [] {
        std::vector<DeviceModel> made;
        for (std::size_t column = 0; column < profiles.size(); ++column)
            made.push_back(model_of(column));
        return made;
    }();
    return all;
}

} // namespace

std::span<const std::string_view> profile_names() { return profiles; }

std::string profile_list() {
    const auto all_but_last = std::span(profiles).first(profiles.size() - 1);
    return fmt::format("{} and {}", fmt::join(all_but_last, ", "), profiles.back());
}

const DeviceModel* find_model(std::string_view profile) {
    const auto at = std::ranges::find(models(), profile, &DeviceModel::profile);
    return at == models().end() ? nullptr : &*at;
}

const DeviceModel& default_model() { return *find_model(default_profile); }

std::optional<int> device_attribute(const DeviceModel& model, int attribute, int ordinal) {
    if (attribute == cudaDevAttrPciBusId) return ordinal; // tells several devices apart
    const auto ours = std::ranges::find(own, attribute, &OwnAnswer::attribute);
    if (ours != own.end()) return ours->value;
    const auto row = std::ranges::lower_bound(rows, attribute, {}, &Row::number);
    if (row == rows.end() || row->number != attribute) return std::nullopt;
    const int value = row->values[model.column];
    // Two cards of one name need not be alike: that a program has asked the wrong one shows here.
    if (attribute == cudaDevAttrMultiProcessorCount) return value - ordinal;
    return value;
}

std::span<const OwnAnswer> own_answers() { return own; }

std::span<const AttributeName> attribute_names() { return names; }

} // namespace vgpu::runtime
