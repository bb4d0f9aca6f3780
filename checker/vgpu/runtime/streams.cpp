#include "vgpu/runtime/streams.hpp"

#include "vgpu/runtime/cuda_api.hpp"

#include <atomic>

namespace vgpu::runtime {
namespace {

constexpr std::size_t most_remembered = 65536; // handles that were destroyed

thread_local int per_thread_default = 0;

std::uint64_t number_of_this_thread() {
    static std::atomic<std::uint64_t> last = 0;
    thread_local const std::uint64_t number = ++last;
    return number;
}

} // namespace

Streams::PerThreadDefault::PerThreadDefault() { ++per_thread_default; }
Streams::PerThreadDefault::~PerThreadDefault() { --per_thread_default; }

CUstream_st* Streams::create(int device, unsigned flags, int priority) {
    auto stream = std::make_unique<CUstream_st>();
    stream->number = ++last_number_;
    stream->flags = flags;
    stream->priority = priority;
    stream->device = device;
    stream->queue = work_.create(device, (flags & cudaStreamNonBlocking) == 0);
    CUstream_st* handle = stream.get();
    streams_.emplace(handle, std::move(stream));
    destroyed_.erase(handle);
    return handle;
}

bool Streams::destroy(CUstream_st* stream) {
    const auto at = streams_.find(stream);
    if (at == streams_.end()) return false;
    work_.close(at->second->queue);
    streams_.erase(at);
    if (destroyed_.size() < most_remembered) destroyed_.insert(stream);
    return true;
}

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

bool Streams::is_apart(const CUstream_st* stream) const {
    const auto at = streams_.find(stream);
    return at != streams_.end() && (at->second->flags & cudaStreamNonBlocking) != 0;
}

QueueId Streams::queue_of(const CUstream_st* stream, int device) {
    if (!is_default(stream)) return stream->queue;
    const bool own = stream == cudaStreamPerThread || (stream == nullptr && per_thread_default > 0);
    if (!own) return work_.legacy(device);
    const auto [at, is_new] = per_thread_.try_emplace({device, number_of_this_thread()}, 0);
    if (is_new) at->second = work_.create(device, true);
    return at->second;
}

int Streams::device_of(const CUstream_st* stream, int current_device) const {
    return is_default(stream) ? current_device : stream->device;
}

CUevent_st* Streams::create_event(int device, unsigned flags) {
    auto event = std::make_unique<CUevent_st>(CUevent_st{flags, device});
    event->number = ++last_event_;
    CUevent_st* handle = event.get();
    events_.emplace(handle, std::move(event));
    destroyed_.erase(handle);
    return handle;
}

bool Streams::destroy_event(CUevent_st* event) {
    if (events_.erase(event) == 0) return false;
    if (destroyed_.size() < most_remembered) destroyed_.insert(event);
    return true;
}

bool Streams::knows(const CUevent_st* event) const { return events_.contains(event); }

void Streams::clear(int device) {
    std::erase_if(streams_, [&](const auto& entry) {
        if (entry.second->device != device) return false;
        work_.close(entry.second->queue);
        if (destroyed_.size() < most_remembered) destroyed_.insert(entry.first);
        return true;
    });
    std::erase_if(events_, [&](const auto& entry) { return entry.second->device == device; });
}

} // namespace vgpu::runtime
