#include "vgpu/runtime/batches.hpp"

#include <fmt/core.h>

namespace vgpu::runtime {

cudaError_t no_list(Call& call) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given an empty list, or a list that is no memory of the "
                                 "program",
                                 call.api));
}

cudaError_t check_batch(Call& call, cudaStream_t stream, bool is_of_prefetches) {
    if (call.runtime.soname_version == 12)
        return call.fail(Outcome{cudaErrorNotSupported,
                                 fmt::format("the virtual GPU has {} of CUDA 13, which has other "
                                             "parameters than CUDA 12's",
                                             call.function),
                                 true});
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    const QueueId queue = call.runtime.streams.queue_of(stream, Call::current_device());
    if (is_of_prefetches)
        if (const cudaError_t error = refuse_capture(call, stream); error != cudaSuccess)
            return error;
    if (call.runtime.captures.of(queue) != nullptr)
        return call.fail(cudaErrorStreamCaptureUnsupported,
                         fmt::format("{} cannot be captured", call.api));
    if (!call.runtime.work.is_legacy(queue)) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} takes every stream but the legacy one", call.api));
}

cudaError_t check_first(Call& call, const std::vector<std::size_t>& first, std::size_t count) {
    if (first.front() != 0)
        return call.fail(cudaErrorInvalidValue, "the first set of attributes is not the first "
                                                "operation's: its index must be 0");
    for (std::size_t i = 1; i < first.size(); ++i)
        if (first[i] <= first[i - 1])
            return call.fail(cudaErrorInvalidValue, "the indices of the attributes do not grow");
    if (first.back() >= count)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("attributes are for operation {} of {}", first.back(), count));
    return cudaSuccess;
}

} // namespace vgpu::runtime
