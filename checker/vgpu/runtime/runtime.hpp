// The state behind the CUDA runtime API, and the frame that every call of it runs in.
//
//     cudaError_t cudaFree(void* pointer) {
//         return api_call(__func__, [&](Call& call) { return release(call, pointer); });
//     }
//
// Device work runs when a call waits for it (work_queues.hpp). What a kernel did wrong is
// reported as CUDA reports it: the launch succeeds, and the error comes out of the call that
// waited; from then on every call fails with it (docs/reference/runtime_api.md).
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/observe/host_reads.hpp"
#include "vgpu/observe/observe.hpp"
#include "vgpu/observe/reach.hpp"
#include "vgpu/runtime/arrays.hpp"
#include "vgpu/runtime/captures.hpp"
#include "vgpu/runtime/child_grids.hpp"
#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/errors.hpp"
#include "vgpu/runtime/given_values.hpp"
#include "vgpu/runtime/graph_condition_values.hpp"
#include "vgpu/runtime/graph_memory_ranges.hpp"
#include "vgpu/runtime/graphs.hpp"
#include "vgpu/runtime/host_program.hpp"
#include "vgpu/runtime/managed_ranges.hpp"
#include "vgpu/runtime/modules.hpp"
#include "vgpu/runtime/pools.hpp"
#include "vgpu/runtime/registered_memory.hpp"
#include "vgpu/runtime/settings.hpp"
#include "vgpu/runtime/streams.hpp"
#include "vgpu/runtime/texture_objects.hpp"
#include "vgpu/runtime/trace.hpp"
#include "vgpu/runtime/user_objects.hpp"
#include "vgpu/runtime/virtual_memory.hpp"
#include "vgpu/runtime/wanted_launches.hpp"
#include "vgpu/runtime/watched_call.hpp"
#include "vgpu/runtime/work_queues.hpp"

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace vgpu::runtime {

// array: the storage of one, which pointers do not reach (arrays.hpp).
enum class MemoryKind : std::uint8_t { device, pinned, managed, registered, array };

struct OwnedMemory {
    std::uint64_t bytes = 0;
    MemoryKind kind = MemoryKind::device;
    unsigned flags = 0;    // of cudaHostAlloc
    bool released = false; // cudaFreeAsync was called, and has not run yet
    PoolPointer pool;      // of cudaMallocAsync
};

// Which call made an allocation, by its address, or a stream or an event, by its handle. Those of
// freed memory stay until the address is given out again.
class AllocationPlaces {
  public:
    void note(std::uint64_t address) { note(address, host_program().call_stack()); }
    void note(std::uint64_t address, const CallStack& stack) { stacks_[address] = stack; }
    std::string line(std::uint64_t address) const {
        const auto found = stacks_.find(address);
        return found == stacks_.end() ? "" : host_program().line_of(found->second);
    }

  private:
    std::map<std::uint64_t, CallStack> stacks_;
};

class Runtime {
  public:
    // Made before the first call, once; never destroyed.
    static Runtime& create(Settings settings);
    static Runtime& instance();

    explicit Runtime(Settings wanted) : settings(std::move(wanted)) {
        trace.set_print(say);
        trace.set_reports(settings.reports);
    }

    std::recursive_mutex mutex; // one at a time; locked once only when work runs
    const Settings settings;
    // The version of the library that the program is linked with, 12 or 13. The two differ only in
    // this and in a few structs.
    int soname_version = 13;
    const DeviceModel& model = *find_model(settings.profile);
    const DeviceModel& other_model =
        settings.other_profile.empty() ? model : *find_model(settings.other_profile);
    // Programs are compiled and modules loaded for `model`, whichever device they are for.
    const DeviceModel& model_of(int device) const {
        return device == settings.current_device ? model : other_model;
    }
    Trace trace{settings.trace_file, model};
    Modules modules{model, settings.text_key};
    WorkQueues work{mutex, settings.schedule_seed};
    Streams streams{work};
    GraphMemoryRanges graph_memory; // outlives the graphs, whose nodes have its addresses
    GraphConditionValues graph_conditions;
    UserObjects user_objects; // outlive the graphs, which refer to them
    ChildGrids child_grids{*this};
    Graphs graphs;
    Captures captures;
    std::atomic<int> waiting_calls{0}; // that have not got the lock yet
    // Whether host and kernels have ever shared memory, which the host can read without a call.
    std::atomic<bool> shares_memory = false;
    std::map<std::pair<cudaStream_t, int>, cudaStreamAttrValue> stream_attributes; // that were set
    std::map<std::uint64_t, OwnedMemory> owned; // what cudaMalloc and its kin gave out, by address
    AllocationPlaces allocation_places;
    Arrays arrays;
    TextureObjects textures;
    Pools pools;
    ManagedRanges managed;
    RegisteredMemory registered;
    VirtualMemory virtual_memory;
    std::map<std::pair<int, cudaLimit>, std::uint64_t> limits; // that were set, by device
    std::array<unsigned, exec::most_devices> device_flags{};   // cudaDeviceScheduleAuto
    // For each device, a bit mask of the other devices whose memory its kernels may access.
    std::array<std::uint32_t, exec::most_devices> peers{};

    bool has_device(int device) const {
        return device >= 0 && static_cast<std::uint64_t>(device) < settings.devices;
    }
    std::uint32_t reachable_from(int device) const {
        return peers[static_cast<std::size_t>(device)] | 1u << device;
    }
    // Where the program made the call that is served: "square.cu:31", or empty. The program is
    // asked for the first calls of a recording only, since that takes as long as a small launch.
    std::string place_of_call();
    // Adds an event of this call to the trace, with its place.
    void record(nlohmann::json event);
    // Adds the stream of an event's work and its place in the graph that is being launched. Only
    // profiles (Settings::trace_lines) have these; they show the order of work.
    void note_order(nlohmann::json& event, const CUstream_st* stream) const;
    // The same, with what note_order() adds.
    void record_order(nlohmann::json event, const CUstream_st* stream);
    // The node whose work is being made.
    struct GraphPlace {
        std::uint64_t launch = 0; // of which graph launch, from 1
        std::size_t branch = 0;
        std::vector<std::size_t> after; // nodes of other branches
        std::size_t node = 0;           // its number in the launch, from 0
    };
    std::optional<GraphPlace> graph_place;
    std::uint64_t graph_launches = 0;
    // A device's limit; nothing if devices of its kind have no such limit.
    std::optional<std::uint64_t> limit(cudaLimit which, int device) const;

    // Created at first use, with its observers.
    exec::Device& device();
    exec::Device* device_if_created() { return device_.get(); }
    observe::LaunchTraffic last_traffic(const exec::LaunchCounters& executed) const;
    // Records which thread accesses which element in the launch that begins next
    // (Settings::arrays).
    void keep_arrays(const observe::ArrayWish& wish);
    WantedLaunches wanted_launches;
    GivenValues given_values; // of the checker's call that is under way
    // How far kernels have come in large allocations; null without Settings::sampling.
    observe::Reach* reach() const { return reach_.get(); }
    // What kernels read of shared memory; null without a checker, or before memory is shared.
    observe::HostReads* host_reads() const { return host_reads_.get(); }

    // A kernel's fault. A call that waits for the device reports it; then no device can be used any
    // more (checker/tests/silicon/device_pairs.txt).
    void fault_happened(cudaError_t error);
    bool device_lost() const { return pending_ != cudaSuccess || sticky_ != cudaSuccess; }
    // Runs what has to have run by then; the error of a kernel that comes to light.
    cudaError_t wait_for(const WorkPoint& point);
    cudaError_t wait_for_all() { return wait_for(work.point_of_all()); }
    // The error that is known, without waiting for anything.
    cudaError_t surface();
    // The error of a call that uses the device. After a fault it is the fault's error if the
    // program had used the device before, otherwise cudaErrorDevicesUnavailable.
    cudaError_t use(int device);
    bool lost_in_use(int device) const {
        return sticky_ != cudaSuccess && (in_use_ >> device & 1) != 0;
    }
    // What happens from now on goes into the trace, and its work into a timetable.
    void begin_recording() {
        work.begin_recording();
        trace.begin();
    }
    // The trace's JSON, and `more` members; all work has run.
    const std::string& end_recording(const nlohmann::json& more) {
        work.end_recording();
        return trace.end(more);
    }

    cudaError_t known_error() const { return sticky_ != cudaSuccess ? sticky_ : pending_; }

    // A handle that the program was given: a checker may want to say where.
    void note_place(const void* handle) {
        if (is_watched) allocation_places.note(reinterpret_cast<std::uint64_t>(handle));
    }

    // The file of the memory that device and program share, once there is a device.
    std::atomic<int> shared_file = -1;
    // A checker records what the program does; then the program itself cannot.
    bool is_watched = false;
    WatchedCall watched;
    // The last error of a checker's call when its function returned, once it has.
    std::optional<cudaError_t> left_by_call;
    // The API function that is being called. Work that runs now runs because it waits for it.
    const char* current_api = "";
    // Announces a piece of work to the observers before it touches memory, once there is more than
    // one queue.
    void begin_work(exec::Device& device, const WorkPlace& place, std::string name,
                    bool frees = false);
    // Called before device code goes. If a library is unloaded, all work is done first; if the
    // program ends, it is forgotten.
    void finish_or_forget();
    // Runs work that was not waited for, for a host that reads memory which kernels can write
    // (client/idle_runner.hpp).
    void run_pending();
    // Work that has not run is forgotten, as on a GPU whose program is gone, and a message says so.
    void program_ends();
    // The program has left main or called exit: what runs without being waited for is stopped.
    void begin_exit();
    bool is_exiting() const { return exiting_; }
    // cudaDeviceReset: frees all that the thread's current device has. After a fault the device
    // cannot be used again.
    void reset();

  private:
    void note_shared(std::uint64_t address, std::uint64_t bytes, bool visible);

    std::unique_ptr<exec::Device> device_;
    std::shared_ptr<observe::Observers> observers_;
    std::shared_ptr<observe::Reach> reach_; // with Settings::sampling
    std::shared_ptr<observe::HostReads> host_reads_;
    cudaError_t pending_ = cudaSuccess;
    cudaError_t sticky_ = cudaSuccess;
    std::uint32_t in_use_ = 0; // devices, a bit each
    std::atomic<bool> exiting_{false};
    std::atomic<int> polling_threads_{0}; // in run_pending()
};

// cudaSetDevice is each thread's own.
inline int& current_device_of_thread() { return host_thread().device; }

// Another current device for its lifetime.
class CurrentDevice {
  public:
    explicit CurrentDevice(int device)
        : before_(std::exchange(current_device_of_thread(), device)) {}
    ~CurrentDevice() { current_device_of_thread() = before_; }
    CurrentDevice(const CurrentDevice&) = delete;
    CurrentDevice& operator=(const CurrentDevice&) = delete;

  private:
    int before_;
};

// The runtime's lock, for a call that the program makes.
//
// A call that waits for work lets go of the lock meanwhile (work_queues.hpp), and so does a kernel
// that run_pending() runs. Then another thread's call may destroy whatever this call has found: a
// stream, an event, a graph, a module, an allocation, a mapping. So a call waits first and looks
// up what it needs afterwards, or looks it up again: it keeps no pointer, reference or iterator
// over a wait, and what it waits for is a copy (WorkPoint). submit() and questions to the program
// keep the lock; room for what was submitted is made when the call has done all else (api_call).
class CallLock {
  public:
    explicit CallLock(Runtime& runtime) : runtime_(runtime) {
        ++runtime_.waiting_calls;
        runtime_.mutex.lock();
        --runtime_.waiting_calls;
    }
    ~CallLock() { runtime_.mutex.unlock(); }
    CallLock(const CallLock&) = delete;
    CallLock& operator=(const CallLock&) = delete;

  private:
    Runtime& runtime_;
};

// One API call under way.
struct Call {
    Runtime& runtime;
    const char* api;            // as the program knows it
    std::string explanation{};  // a sentence on what went wrong, for the trace and for stderr
    bool loud = false;          // on stderr even while recording
    bool unsupported = false;   // the call is right, and the virtual GPU cannot do it
    bool makes_node = false;    // of a graph: what it is given is used when that is launched
    const char* function = api; // the runtime's function: `api`, or the one under the driver's

    exec::Device& device() { return runtime.device(); }
    static int current_device() { return current_device_of_thread(); }
    const DeviceModel& model() const { return runtime.model_of(current_device()); }
    bool has_device(int device) const { return runtime.has_device(device); }
    exec::Memory& memory() { return runtime.device().memory(); }
    // For `return call.fail(cudaErrorInvalidValue, "...")`.
    cudaError_t fail(cudaError_t error, std::string why);
    cudaError_t fail(Outcome outcome) {
        loud = true;
        unsupported = outcome.unsupported;
        return fail(outcome.error, std::move(outcome.explanation));
    }
};

// The last error is each thread's own.
inline cudaError_t last_error() { return static_cast<cudaError_t>(host_thread().last_error); }
inline cudaError_t set_last_error(cudaError_t error) {
    host_thread().last_error = error;
    return error;
}

// Whether the stream exists; with a sentence if not.
cudaError_t check_stream(Call& call, cudaStream_t stream);
// Work for a stream that exists; where it stands in the order.
struct WorkId {
    QueueId queue = 0;
    std::uint64_t number = 0;
};
WorkId submit(Call& call, cudaStream_t stream, Work work);
WorkId submit(Call& call, QueueId queue, Work work);
// Waits for all that was submitted to the stream.
cudaError_t wait_for_stream(Call& call, cudaStream_t stream);

// Runs the destructors of user objects that are due, unless they have to come after work that has
// not run.
void run_destructors(Call& call);
// Reports an error to the trace or the person, sets the last error, and returns the code.
cudaError_t finish(Call& call, cudaError_t error);

// Codes that are answers and not errors: they are neither reported nor kept.
inline bool is_answer(cudaError_t error) {
    return error == cudaSuccess || error == cudaErrorNotReady;
}

// The error with which a call must end before it does anything; nullopt: the call goes on.
std::optional<cudaError_t> refuse_early(Call& call);
cudaError_t run_guarded(Call& call, cudaError_t (*body)(Call&, void*), void* context);

template <class Body>
cudaError_t api_call(const char* api, Body&& body) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    const char* driver_function = host_thread().driver_function;
    Call call{runtime, driver_function != nullptr ? driver_function : api};
    call.function = api;
    if (const std::optional<cudaError_t> refused = refuse_early(call)) return *refused;
    const auto invoke = [](Call& inner, void* context) {
        return (*static_cast<std::remove_reference_t<Body>*>(context))(inner);
    };
    return finish(call, run_guarded(call, invoke, &body));
}

} // namespace vgpu::runtime
