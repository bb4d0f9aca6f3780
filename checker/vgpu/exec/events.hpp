// What the executor tells its observers (vgpu/observe). They derive races, uninitialised
// reads, traffic and divergence from these events; nothing in exec knows which observers there are.
//
// All calls come from one thread, in the order in which the virtual GPU executes.
#pragma once

#include "vgpu/exec/fault.hpp"
#include "vgpu/exec/layout.hpp"
#include "vgpu/isa/instruction.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::exec {

struct LaunchInfo {
    std::string kernel; // demangled
    Dim3 grid, block;
    std::uint64_t launch_number = 0; // counts from 1
    std::uint64_t shared_bytes = 0;  // static plus dynamic, of one block
    std::uint32_t warps_per_block = 0;
    std::uint32_t threads_per_block = 0;
    Dim3 cluster = {}; // blocks of a thread block cluster; they run side by side
};

// Names one executing instruction; cheap to copy, turned into a Site only when something is wrong.
class SiteResolver;
struct CodePlace {
    const SiteResolver* resolver = nullptr;
    std::uint32_t function = 0; // into isa::Program::functions
    std::uint32_t pc = 0;       // into isa::Function::code
};

struct WarpPlace {
    std::uint64_t block = 0; // linear index in the grid (x fastest)
    std::uint32_t warp = 0;  // in the block; thread of lane l has linear index 32 * warp + l
};

// The variable or allocation that an address lies in ("" when unknown), and how far in, in bytes.
struct Whereabouts {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0; // of all of it; 0 where it is not known
};

// Turns places into text.
class SiteResolver {
  public:
    virtual ~SiteResolver() = default;
    virtual Site site(const CodePlace& place, const WarpPlace& warp, int lane) const = 0;
    // The same without a thread: file and line, for per-line counters.
    virtual SourceFrame line(const CodePlace& place) const = 0;
    virtual Whereabouts describe(ptx::Space space, std::uint64_t address) const = 0;
};

class Observer;
// The accesses of one instruction in a launch that have the same lanes and the same differences
// between their addresses. What is found out about one of them holds for all, so that an observer
// can decide most of them from their first address. Empty when an access is the first of its kind.
struct RepeatedAccess {
    // Takes the short event of a plain access by all lanes: lane 0's address. True: that is all the
    // observer needs to know. False: on_access follows, and the observer has done nothing yet that
    // it would do twice.
    using ShortHandler = bool (*)(RepeatedAccess&, std::uint64_t first, const WarpPlace&);
    ShortHandler short_handler = nullptr;
    Observer* observer = nullptr;  // that wrote these fields
    void* known = nullptr;         // its own notes
    std::uint64_t observation = 0; // the executor's: the launch for which they hold
};

// One memory instruction of one warp, after its bounds were checked and before the data moves.
struct AccessEvent {
    CodePlace place;
    WarpPlace warp;
    std::uint32_t mask = 0;                   // lanes that access
    ptx::Space space = ptx::Space::global;    // global, shared, local, constant: never generic
    const std::uint64_t* addresses = nullptr; // [32]; global: device addresses; shared: byte offset
                                              // in a block's shared memory; local: byte offset in
                                              // the thread's local memory
    int bytes = 0;                            // that each lane touches (vector width included)
    const isa::MemoryOperation* operation = nullptr;
    Layout layout;
    // Where an observer may keep what it finds out about accesses that come again like this one.
    // nullptr: they hardly come again, or there are several observers.
    RepeatedAccess* again = nullptr;
    // Optional, looked at only when something seems wrong (two lanes that store one value do not
    // race): address + to_host is where the byte is on the host now (global and shared; 0:
    // unknown), and values[e] is the lane storage of element e of a plain store (nullptr: unknown).
    std::intptr_t to_host = 0;
    const void* const* values = nullptr;
    // A load whose bits are stored back unchanged or not used at all: part of a write to a bit
    // field (bit_fields.cpp).
    bool keeps_neighbours = false;
    // For a load: bit e is set if element e is used only by one store that copies an object; and
    // how many bytes of the object are before and behind the load's address. For a store: the
    // elements that such loads filled. words[e] is where element e is in between: its name
    // (value_copies.cpp).
    std::uint32_t copied = 0;
    std::uint32_t object_before = 0, object_behind = 0;
    const void* const* words = nullptr;
    // For a load into registers: an observer enters the lanes whose bytes were never written, and
    // on_use tells it when such a value decides something (followed_loads.hpp). nullptr: values are
    // not followed, so each read counts as a use.
    std::uint32_t* unwritten = nullptr;
    // A weak load of at least 4 bytes per lane from memory to which no thread can store: in this
    // launch, or for shared memory, between the two barriers around the load.
    bool cannot_race = false;
    // If the shared memory belongs to another block of the cluster: that block.
    static constexpr std::uint64_t own_block = ~0ull;
    std::uint64_t other_block = own_block;
    std::uint64_t memory_block() const {
        return other_block != own_block ? other_block : warp.block;
    }
    // of_async_proxy: by a bulk copy or a wgmma. of_product: a wgmma's read of a whole matrix, in
    // parts that do not count as requests of a warp.
    bool of_async_proxy = false, of_product = false;
    // In the space param, where only copies are reported: the function's parameter area, in which
    // the addresses are offsets (lane_bytes.hpp).
    const std::byte* area = nullptr;
};

// A call or a return moves words of parameter areas (lane_bytes.hpp). Observers get it once they
// have had an access to the space param.
struct PassEvent {
    WarpPlace warp;
    std::uint32_t mask = 0;
    const std::byte *from = nullptr, *to = nullptr;
    std::uint64_t bytes = 0; // of each lane
};

// A barrier that opens; or, with `arriving`, warps that arrive at one without waiting for it
// (bar.arrive): nothing that they do later is ordered by the barrier.
struct BarrierEvent {
    CodePlace place;
    std::uint64_t block = 0;
    std::uint32_t barrier = 0;              // its number, 0 to 15
    bool whole_block = false;               // every live thread of the block took part
    const std::uint32_t* arrived = nullptr; // [warps_per_block] lane masks
    const std::uint32_t* waited = nullptr;  // the lanes of those that waited; nullptr: all did
    bool arriving = false;
};

struct WarpSyncEvent { // __syncwarp, and every *.sync warp instruction
    CodePlace place;
    WarpPlace warp;
    std::uint32_t mask = 0;
};

struct FenceEvent {
    CodePlace place;
    WarpPlace warp;
    std::uint32_t mask = 0;
    isa::Scope scope = isa::Scope::gpu;
    bool is_of_proxies = false; // fence.proxy.async: orders no accesses but those of two proxies
};

// What a kernel does with a tensor map in global memory: changes it (tensormap.replace), copies one
// there with the release in it (tensormap.cp_fenceproxy), releases what its block has changed,
// acquires it for its block (fence.proxy.tensormap), and copies by it.
enum class MapStep : std::uint8_t { changed, copied, released, acquired, used };
struct TensorMapEvent {
    CodePlace place;
    WarpPlace warp;
    int lane = 0;
    std::uint64_t address = 0; // of the map; none where all are released
    MapStep step = MapStep::changed;
};

// How often warps executed a branch in a launch: sent at its end, once for each branch that ran.
struct BranchEvent {
    CodePlace place;
    std::uint64_t times = 0;
    std::uint64_t divergent = 0; // lanes of one group went both ways
};

// How often an instruction ran in a launch: sent at its end, once for each instruction that ran.
struct InstructionEvent {
    CodePlace place;
    std::uint64_t warps = 0;   // times a warp executed it
    std::uint64_t threads = 0; // the same for threads: a guard keeps some out
};

// How often each set of one warp's lanes ran an instruction: sent at a launch's end, for a few
// warps (lanes_seen.hpp). A lane that the instruction's guard kept out has not run it.
struct LanesEvent {
    CodePlace place;
    WarpPlace warp;
    std::uint32_t all = 0;   // lanes of the warp that have a thread
    std::uint32_t lanes = 0; // that ran it
    std::uint64_t times = 0;
};

// What threads do with an mbarrier object in shared memory.
struct MBarrierEvent {
    enum class What : std::uint8_t {
        begins,    // it is initialised; the event has no lanes
        arrive,    // lanes arrive and release what they did
        completes, // what has arrived is there for those that wait; the event has no lanes
        wait       // lanes have seen that the last phase has completed, and acquire
    };
    WarpPlace warp;
    What what = What::begins;
    std::uint32_t mask = 0;
    std::uint64_t address = 0;
    std::uint64_t block = 0; // whose shared memory it is in
};

// What threads do at their cluster's barrier.
struct ClusterEvent {
    enum class What : std::uint8_t {
        arrive,    // lanes arrive and release what they did
        completes, // the phase is over for the cluster of this warp; the event has no lanes
        wait       // lanes go on behind it, and acquire
    };
    WarpPlace warp;
    What what = What::arrive;
    std::uint32_t mask = 0;
};

// The host reads or changes device memory: sent before the bytes move.
struct HostAccess {
    std::uint64_t address = 0, bytes = 0; // of one row
    bool writes = false; // copy to the device or memset; otherwise a copy from the device
    std::uint64_t rows = 1, pitch = 0;
    const char* api = ""; // "cudaMemcpy"
    // For a copy within the device: where the other side's rows are; 0: on the host. Each side has
    // an event of its own, the source first.
    std::uint64_t other = 0, other_pitch = 0;
};

// A piece of device work as the streams order it: a launch, a copy, a set. The work of one queue
// runs in order; between queues nothing is ordered unless `after` says so.
struct WorkInfo {
    std::string name;                 // for messages: "cudaMemcpyAsync in stream 2"
    std::uint32_t queue = 0;          // 0: the host's own thread and the legacy default stream
    std::uint64_t number = 0;         // in its queue, counts from 1
    std::vector<std::uint64_t> after; // by queue: it comes after that many pieces; missing: 0
    bool frees = false;               // memory, which is told next (on_free)
    // Set for a kernel that may launch grids, and for the grids that it launches: the whole tree is
    // one piece of work in its queue. `grid`: its number in the tree (ChildEvent); 0: the grid that
    // the host launched.
    bool is_in_tree = false;
    std::uint32_t grid = 0;
    bool launches_grids = false; // it may
};

// A thread has launched a grid, or asked for a copy, and this is what it comes after.
struct ChildEvent {
    WarpPlace warp;
    std::uint32_t grid = 0;   // its number in the tree, from 1 on
    std::uint32_t stream = 0; // of the grid that launches; its work runs in the order of `number`
    std::uint64_t number = 0;
    std::vector<std::uint64_t> after; // by stream: it comes after that many pieces; missing: 0
    bool is_tail = false;             // it comes after all of the grid that launches it
};

// Kinds of events that come often. An observer that does not want a kind costs nothing there.
enum EventKind : std::uint32_t {
    event_block = 1, // on_block_begin, on_block_end
    event_access = 2,
    event_barrier = 4,
    event_warp_sync = 8,
    event_fence = 16, // on_fence, on_tensor_map
    event_branch = 32,
    event_exit = 64,
    every_event = 127,
    event_instruction = 128, // only on request: counting makes each instruction slower
};

class Observer {
  public:
    virtual ~Observer() = default;
    // EventKinds, as bits; asked once, when the observer is added.
    virtual std::uint32_t wants() const { return every_event; }
    virtual void on_allocate(std::uint64_t /*address*/, std::uint64_t /*bytes*/,
                             bool /*initialised*/) {}
    virtual void on_free(std::uint64_t /*address*/, std::uint64_t /*bytes*/) {}
    // These addresses now stand for the bytes from `home` on, which on_allocate has told and which
    // may have other addresses, too. If `home` is the address itself, they no longer do. All three
    // are multiples of mapping_granularity (physical_memory.hpp).
    virtual void on_map(std::uint64_t /*address*/, std::uint64_t /*bytes*/,
                        std::uint64_t /*home*/) {}
    // The launch or host access that follows is this piece of work. For a program without streams
    // it never comes: then all work is in one order.
    virtual void on_work(const WorkInfo&) {}
    // Allocated memory may be used by what comes after this piece of work, which is given by its
    // name, queue and number. Before that it may belong to another.
    virtual void on_birth(const WorkInfo&, std::uint64_t /*address*/, std::uint64_t /*bytes*/) {}
    virtual void on_host_access(const HostAccess&) {}
    virtual void on_child(const ChildEvent&) {}
    virtual void on_launch_begin(const LaunchInfo&) {}
    virtual void on_launch_end(const LaunchInfo&) {}
    virtual void on_block_begin(std::uint64_t /*block*/) {}
    virtual void on_block_end(std::uint64_t /*block*/) {}
    virtual void on_access(const AccessEvent&) {}
    // A plain load by all lanes, which had the short event so far: from an allocation to which the
    // launch cannot store (then it has an `end`), or from shared memory. The observer returns a
    // counter of executions if it needs nothing else from now on, as long as the pattern and the
    // first address modulo 32 stay (shared memory: in quiet phases only). nullptr: go on as before.
    virtual std::uint64_t* on_exemption(RepeatedAccess&, std::uint64_t /*first*/, ptx::Space,
                                        std::uint64_t /*begin*/, std::uint64_t /*end*/) {
        return nullptr;
    }
    // A barrier of the whole block has opened, and until the next one no thread of the block can
    // store to its shared memory. True: exempt loads from there need only be counted.
    virtual bool on_quiet_phase(std::uint64_t /*block*/) { return false; }
    // Repeats an earlier load. The mask has the lanes that were entered in AccessEvent::unwritten
    // and whose values have now decided something.
    virtual void on_use(const AccessEvent&) {}
    // An asynchronous access: a copy reads its source and writes its target at some time before it
    // is waited for. What is read is also told by on_access when it is opened. on_settle: what
    // these lanes' copy does counts as done where they are now, with the store that it makes, if
    // any; unless it `closes`, it stays open until on_close.
    virtual void on_open(std::uint64_t /*copy*/, const AccessEvent&) {}
    virtual void on_settle(std::uint64_t /*copy*/, std::uint32_t /*lanes*/,
                           const AccessEvent* store, bool /*closes*/) {
        if (store != nullptr) on_access(*store);
    }
    virtual void on_close(std::uint64_t /*copy*/, std::uint32_t /*lanes*/) {}
    // It is closed because a phase of an mbarrier has completed: the event has the block and the
    // address.
    virtual void on_land(std::uint64_t /*copy*/, const MBarrierEvent&) {}
    virtual void on_pass(const PassEvent&) {}
    // A function ends, and its parameter area with it.
    virtual void on_frame_end(const WarpPlace&, const std::byte* /*area*/,
                              std::uint64_t /*bytes*/) {}
    virtual void on_barrier(const BarrierEvent&) {}
    virtual void on_mbarrier(const MBarrierEvent&) {}
    virtual void on_cluster_barrier(const ClusterEvent&) {}
    virtual void on_warp_sync(const WarpSyncEvent&) {}
    virtual void on_fence(const FenceEvent&) {}
    virtual void on_tensor_map(const TensorMapEvent&) {}
    virtual void on_branch(const BranchEvent&) {}
    virtual void on_exit(const WarpPlace&, std::uint32_t /*mask*/) {}
    virtual void on_instruction(const InstructionEvent&) {}
    virtual void on_lanes(const LanesEvent&) {} // for those that want event_instruction
};

} // namespace vgpu::exec
