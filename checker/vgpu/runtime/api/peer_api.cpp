// Several devices: which of them may touch each other's memory, and copies between them.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/copies.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

cudaError_t check_peer(Call& call, int device) {
    if (call.runtime.has_device(device)) return cudaSuccess;
    return call.fail(cudaErrorInvalidDevice,
                     fmt::format("there is no device {} (WORKBOOK_DEVICES sets how many)", device));
}

cudaError_t check_peers(Call& call, int one, int other) {
    const cudaError_t error = check_peer(call, one);
    return error == cudaSuccess ? check_peer(call, other) : error;
}

// A copy like any other: addresses say which device they belong to.
cudaError_t copy_between(Call& call, int destination_device, int source_device,
                         const CopyRequest& request) {
    const cudaError_t error = check_peers(call, destination_device, source_device);
    return error == cudaSuccess ? copy(call, request) : error;
}

CopyRequest plain(void* destination, const void* source, std::uint64_t bytes) {
    CopyRequest request;
    request.destination = destination;
    request.source = source;
    request.box.width = bytes;
    request.kind = cudaMemcpyDeviceToDevice;
    return request;
}

} // namespace

extern "C" {

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_peers(call, device, peer); error != cudaSuccess)
            return error;
        if (can == nullptr) return null_answer(call);
        *can = device != peer && call.runtime.settings.peer_access ? 1 : 0;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_peer(call, peer); error != cudaSuccess) return error;
        if (flags != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        if (peer == Call::current_device())
            return call.fail(cudaErrorPeerAccessUnsupported,
                             fmt::format("device {} is the current one: it needs no access to "
                                         "itself",
                                         peer));
        if (!call.runtime.settings.peer_access)
            return call.fail(cudaErrorPeerAccessUnsupported,
                             fmt::format("device {} cannot have access to device {} "
                                         "(cudaDeviceCanAccessPeer tells)",
                                         Call::current_device(), peer));
        std::uint32_t& peers = call.runtime.peers[static_cast<std::size_t>(Call::current_device())];
        if ((peers >> peer & 1) != 0)
            return call.fail(cudaErrorPeerAccessAlreadyEnabled,
                             fmt::format("device {} has access to device {} already",
                                         Call::current_device(), peer));
        peers |= 1u << peer;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_peer(call, peer); error != cudaSuccess) return error;
        std::uint32_t& peers = call.runtime.peers[static_cast<std::size_t>(Call::current_device())];
        if ((peers >> peer & 1) == 0)
            return call.fail(
                cudaErrorPeerAccessNotEnabled,
                fmt::format("device {} has no access to device {}", Call::current_device(), peer));
        peers &= ~(1u << peer);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_peers(call, source, destination); error != cudaSuccess)
            return error;
        if (source == destination)
            return call.fail(cudaErrorInvalidDevice, "a device is no peer of itself");
        if (value == nullptr) return null_answer(call);
        switch (attribute) {
        case cudaDevP2PAttrAccessSupported:
        case cudaDevP2PAttrNativeAtomicSupported:
            *value = call.runtime.settings.peer_access ? 1 : 0;
            return cudaSuccess;
        case cudaDevP2PAttrPerformanceRank:
        case cudaDevP2PAttrCudaArrayAccessSupported:
            *value = 0;
            return cudaSuccess;
        default:
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} is not an attribute", static_cast<int>(attribute)));
        }
    });
}

cudaError_t cudaMemcpyPeer(void* destination, int destination_device, const void* source,
                           int source_device, size_t bytes) {
    return api_call(__func__, [&](Call& call) {
        return copy_between(call, destination_device, source_device,
                            plain(destination, source, bytes));
    });
}

cudaError_t cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                                int source_device, size_t bytes, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        CopyRequest request = plain(destination, source, bytes);
        request.asynchronous = true;
        request.stream = stream;
        return copy_between(call, destination_device, source_device, request);
    });
}

} // extern "C"
