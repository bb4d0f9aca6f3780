// Streams and events as the program names them: handles, flags, priorities, and the queue of work
// behind each stream (work_queues.hpp).
#pragma once

#include "vgpu/runtime/work_queues.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// What cudaStream_t and cudaEvent_t point at (the toolkit only declares these types).
struct CUstream_st {
    std::uint64_t number = 0;
    unsigned flags = 0;
    int priority = 0;
    int device = 0;
    vgpu::runtime::QueueId queue = 0;
};
struct CUgraphNode_st;
struct CUevent_st {
    // A record in a stream that is being captured is a place among the nodes of the graph.
    struct Captured {
        std::uint64_t capture = 0;
        std::vector<CUgraphNode_st*> after; // good as long as there is such a capture
    };
    unsigned flags = 0;
    int device = 0;
    std::optional<vgpu::runtime::WorkPoint> recorded{};
    std::optional<Captured> captured{}; // if that was recorded last
    std::uint64_t number = 0;           // for the trace
};

namespace vgpu::runtime {

inline constexpr int greatest_priority = -5; // as on recent GPUs; the least is 0

class Streams {
  public:
    explicit Streams(WorkQueues& work) : work_(work) {}

    CUstream_st* create(int device, unsigned flags, int priority);
    bool destroy(CUstream_st* stream);
    // Whether it is a stream: one of the default ones (null, legacy, per thread) or one that lives.
    bool knows(const CUstream_st* stream) const;
    // Whether it was one, and was destroyed.
    bool was_destroyed(const CUstream_st* stream) const { return destroyed_.contains(stream); }
    static bool is_default(const CUstream_st* stream);
    // The stream's number in the trace; 0 for the default streams.
    std::uint64_t number_of(const CUstream_st* stream) const;

    // Whether it runs beside the default stream, in no order with it (cudaStreamNonBlocking).
    bool is_apart(const CUstream_st* stream) const;

    // The queue of a stream that is known; of a default one for the device and this thread.
    QueueId queue_of(const CUstream_st* stream, int device);
    int device_of(const CUstream_st* stream, int current_device) const;

    CUevent_st* create_event(int device, unsigned flags);
    bool destroy_event(CUevent_st* event);
    bool knows(const CUevent_st* event) const;
    bool was_destroyed(const CUevent_st* event) const { return destroyed_.contains(event); }

    template <class Body>
    void for_each_stream(Body&& body) const {
        for (const auto& [handle, stream] : streams_) body(*stream);
    }
    template <class Body>
    void for_each_event(Body&& body) const {
        for (const auto& [handle, event] : events_) body(*event);
    }

    // Those of a device are gone.
    void clear(int device);

    // While one lives, the null stream is the thread's own: the functions with _ptsz and _ptds in
    // their names are called so by programs that nvcc built with --default-stream per-thread.
    class PerThreadDefault {
      public:
        PerThreadDefault();
        ~PerThreadDefault();
        PerThreadDefault(const PerThreadDefault&) = delete;
        PerThreadDefault& operator=(const PerThreadDefault&) = delete;
    };

  private:
    WorkQueues& work_;
    std::uint64_t last_number_ = 0, last_event_ = 0;
    std::unordered_map<const CUstream_st*, std::unique_ptr<CUstream_st>> streams_;
    std::unordered_map<const CUevent_st*, std::unique_ptr<CUevent_st>> events_;
    std::unordered_set<const void*> destroyed_;                   // handles, bounded
    std::map<std::pair<int, std::uint64_t>, QueueId> per_thread_; // by device and thread
};

} // namespace vgpu::runtime
