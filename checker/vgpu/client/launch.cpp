// Launches, whose arguments are a list of pointers without sizes: the engine knows the sizes and
// asks for the bytes at a kernel's first launch; later ones bring them along.
#include "vgpu/client/link.hpp"
#include "vgpu/client/memory.hpp"
#include "vgpu/client/nvcc_registration.hpp"
#include "vgpu/client/registration.hpp"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace vgpu::client {
namespace {

using calls::Function;

struct KnownParameters {
    std::mutex mutex;
    std::unordered_map<const void*, std::vector<std::uint32_t>> sizes; // by kernel
};

KnownParameters& known_parameters() {
    static KnownParameters& only = *new KnownParameters;
    return only;
}

thread_local const void* launching = nullptr;

// The parameters one behind the other; empty when they are not known or not there.
std::vector<std::byte> parameters_of(const void* function, void** arguments) {
    std::vector<std::byte> bytes;
    if (arguments == nullptr) return bytes;
    KnownParameters& known = known_parameters();
    const std::lock_guard lock(known.mutex);
    const auto found = known.sizes.find(function);
    if (found == known.sizes.end()) return bytes;
    for (std::size_t i = 0; i < found->second.size(); ++i) {
        if (arguments[i] == nullptr) return {};
        const auto* from = static_cast<const std::byte*>(arguments[i]);
        bytes.insert(bytes.end(), from, from + found->second[i]);
    }
    return bytes;
}

cudaError_t launch(Function which, std::uint32_t flags, const void* function, dim3 grid, dim3 block,
                   void** arguments, std::size_t shared_bytes, cudaStream_t stream) {
    Call call(which, flags);
    if (call.has_engine()) {
        calls::Writer& writer = call.arguments();
        writer.put(function);
        writer.put(grid);
        writer.put(block);
        writer.put(arguments);
        writer.put(shared_bytes);
        writer.put(stream);
        call.attach(parameters_of(function, arguments));
    }
    launching = function;
    const cudaError_t error = call.make();
    launching = nullptr;
    return error;
}

} // namespace

void note_parameters(std::span<const std::uint32_t> sizes) {
    if (launching == nullptr) return;
    constexpr std::size_t most = 4096;
    KnownParameters& known = known_parameters();
    const std::lock_guard lock(known.mutex);
    if (known.sizes.size() < most) known.sizes[launching].assign(sizes.begin(), sizes.end());
}

void forget_parameters() {
    KnownParameters& known = known_parameters();
    const std::lock_guard lock(known.mutex);
    known.sizes.clear();
}

} // namespace vgpu::client

using vgpu::calls::Function;
using vgpu::calls::per_thread_default;
using vgpu::client::launch;

// The name in messages is the one people know: `kernel<<<...>>>(...)` ends in __cudaLaunchKernel
// since CUDA 13.
#define WORKBOOK_LAUNCH(name, handle, function, flags)                                             \
    extern "C" __attribute__((visibility("default"))) cudaError_t name(                            \
        handle kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,               \
        cudaStream_t stream) {                                                                     \
        return launch(Function::function, flags, (const void*)kernel, grid, block, arguments,      \
                      shared_bytes, stream);                                                       \
    }
WORKBOOK_LAUNCH(cudaLaunchKernel, const void*, cudaLaunchKernel, 0)
WORKBOOK_LAUNCH(cudaLaunchKernel_ptsz, const void*, cudaLaunchKernel, per_thread_default)
WORKBOOK_LAUNCH(__cudaLaunchKernel, cudaKernel_t, cudaLaunchKernel, 0)
WORKBOOK_LAUNCH(__cudaLaunchKernel_ptsz, cudaKernel_t, cudaLaunchKernel, per_thread_default)
WORKBOOK_LAUNCH(cudaLaunchCooperativeKernel, const void*, cudaLaunchCooperativeKernel, 0)
WORKBOOK_LAUNCH(cudaLaunchCooperativeKernel_ptsz, const void*, cudaLaunchCooperativeKernel,
                per_thread_default)
