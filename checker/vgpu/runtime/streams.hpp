// Streams and events. Work runs when it is submitted, so a stream is always idle and an event that
// was recorded has always happened; what is left is their identity, flags and times.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

// What cudaStream_t and cudaEvent_t point at (the toolkit only declares these types).
struct CUstream_st {
    std::uint64_t number = 0;
    unsigned flags = 0;
    int priority = 0;
};
struct CUevent_st {
    unsigned flags = 0;
    std::optional<std::chrono::steady_clock::time_point> recorded{};
};

namespace vgpu::runtime {

class Streams {
  public:
    CUstream_st* create(unsigned flags, int priority);
    bool destroy(CUstream_st* stream);
    // Whether it is a stream: one of the default ones (null, legacy, per thread) or one that lives.
    bool knows(const CUstream_st* stream) const;
    static bool is_default(const CUstream_st* stream);
    // For the trace: 0 for the default streams.
    std::uint64_t number_of(const CUstream_st* stream) const;

    CUevent_st* create_event(unsigned flags);
    bool destroy_event(CUevent_st* event);
    bool knows(const CUevent_st* event) const;

    void clear();

  private:
    std::uint64_t last_number_ = 0;
    std::unordered_map<const CUstream_st*, std::unique_ptr<CUstream_st>> streams_;
    std::unordered_map<const CUevent_st*, std::unique_ptr<CUevent_st>> events_;
};

} // namespace vgpu::runtime
