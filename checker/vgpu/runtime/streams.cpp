#include "vgpu/runtime/streams.hpp"

#include "vgpu/runtime/cuda_api.hpp"

namespace vgpu::runtime {

CUstream_st* Streams::create(unsigned flags, int priority) {
    auto stream = std::make_unique<CUstream_st>(CUstream_st{++last_number_, flags, priority});
    CUstream_st* handle = stream.get();
    streams_.emplace(handle, std::move(stream));
    return handle;
}

bool Streams::destroy(CUstream_st* stream) { return streams_.erase(stream) != 0; }

bool Streams::is_default(const CUstream_st* stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool Streams::knows(const CUstream_st* stream) const {
    return is_default(stream) || streams_.contains(stream);
}

std::uint64_t Streams::number_of(const CUstream_st* stream) const {
    const auto at = streams_.find(stream);
    return at == streams_.end() ? 0 : at->second->number;
}

CUevent_st* Streams::create_event(unsigned flags) {
    auto event = std::make_unique<CUevent_st>(CUevent_st{flags});
    CUevent_st* handle = event.get();
    events_.emplace(handle, std::move(event));
    return handle;
}

bool Streams::destroy_event(CUevent_st* event) { return events_.erase(event) != 0; }

bool Streams::knows(const CUevent_st* event) const { return events_.contains(event); }

void Streams::clear() {
    streams_.clear();
    events_.clear();
}

} // namespace vgpu::runtime
