// The virtual GPU as its runtime sees it: memory, modules, launches.
//
// One device is used from one thread at a time (the runtime holds a lock).
#pragma once

#include "vgpu/exec/device_calls.hpp"
#include "vgpu/exec/events.hpp"
#include "vgpu/exec/fault.hpp"
#include "vgpu/support/expected.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::exec {

inline constexpr std::uint32_t most_devices = 8;
inline constexpr std::uint32_t most_cluster_blocks = 16;

class SharedWatch; // shared_watch.hpp
class Textures;    // textures.hpp

struct DeviceOptions {
    // One Device stands for this many: they share its range of addresses, and each allocation has
    // an owner among them.
    std::uint32_t devices = 1;
    // Reserved, not committed: pages come as they are touched.
    std::uint64_t memory_bytes = 16ull << 30; // of each
    std::uint32_t sm_count = 132;
    std::uint64_t clock_kilohertz = 1'000'000; // what %clock64 counts; %globaltimer: nanoseconds
    std::uint64_t schedule_seed = 0;           // 0: fixed order; else permutes blocks and warps
    std::uint64_t instruction_limit = 0;       // warp instructions of one launch; 0: no limit
    bool sampling =
        false; // of large grids some blocks, of large arrays repeated pages (sampling.hpp)
};

// Addresses and memory that come together later (the driver's virtual memory management).
enum class Mapping : std::uint8_t {
    none,     // an ordinary allocation
    reserved, // addresses to which nothing was mapped yet
    mapped,   // Allocation::users may touch it, and if that is 0, nothing
    unmapped, // there was memory
};

struct Allocation {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::string origin; // "cudaMalloc", or the __device__ variable's name
    bool freed = false;
    bool suspended = false;  // freed, but the address stays its own: of a graph's memory node
    std::uint32_t owner = 0; // the device whose memory it is
    // For memory of a pool: the devices that may touch it, one bit per device. 0: those that may
    // touch the owner's memory.
    std::uint32_t users = 0;
    std::uint32_t readers = 0; // of memory that is mapped: the users that may only read it
    bool is_image = false; // of an array: textures, surfaces and copies reach it, pointers do not
    Mapping mapping = Mapping::none; // `freed` is true of all but mapped ones
};

// Virtual device memory. Device addresses are numbers that no host program uses otherwise; the
// bytes live at a fixed distance (vgpu/exec/reservation.hpp).
class Memory {
  public:
    virtual ~Memory() = default;
    // Memory of the device `owner`, 256-byte aligned like cudaMalloc's; nullopt when that is full.
    // Contents are undefined to the program: filled with a pattern that is neither zero nor a
    // plausible value.
    virtual std::optional<std::uint64_t> allocate(std::uint64_t bytes, std::string origin,
                                                  std::uint32_t owner = 0) = 0;
    // The same, page-aligned, and shared with the host program until it is freed: pinned and
    // managed memory (and __managed__ variables).
    virtual std::optional<std::uint64_t>
    allocate_host_visible(std::uint64_t bytes, std::string origin, std::uint32_t owner = 0) = 0;
    // The storage of an array (Allocation::is_image).
    virtual std::optional<std::uint64_t> allocate_image(std::uint64_t bytes, std::string origin,
                                                        std::uint32_t owner = 0) = 0;
    // All device addresses, and the file of those bytes that are shared; offset 0 is `base`.
    struct SharedRange {
        std::uint64_t base = 0, bytes = 0;
        int file = -1;
    };
    virtual SharedRange shared_range() const = 0;
    // Pages of another file take the place of shared ones. False when the system refuses.
    virtual bool share_file(std::uint64_t address, std::uint64_t bytes, int file,
                            std::uint64_t offset) = 0;
    // Called when bytes begin to be shared, and when they no longer are.
    using Visibility =
        std::function<void(std::uint64_t address, std::uint64_t bytes, bool visible)>;
    virtual void set_visibility(Visibility visibility) = 0;
    enum class FreeResult { freed, double_free, not_an_allocation };
    virtual FreeResult free(std::uint64_t address) = 0;
    // Frees a live allocation, but no other one gets its address: resume() brings it back, as fresh
    // memory, and free() ends it. resume() is false when the device is full.
    virtual void suspend(std::uint64_t address) = 0;
    virtual bool resume(std::uint64_t address) = 0;
    // Virtual memory: addresses without memory, memory without an address, and mappings of one to
    // the other. All arguments are multiples of mapping_granularity (physical_memory.hpp) and have
    // been checked.
    // `wanted`: the address that it has if it is free; 0: any.
    virtual std::optional<std::uint64_t> reserve(std::uint64_t bytes, std::uint64_t alignment,
                                                 std::uint64_t wanted, std::string origin) = 0;
    virtual void give_back(std::uint64_t address) = 0; // nothing is mapped there
    // Returns a number for the first byte; the bytes behind it have the numbers that follow.
    virtual std::optional<std::uint64_t> make_physical(std::uint64_t bytes,
                                                       std::uint32_t owner) = 0;
    virtual void free_physical(std::uint64_t home) = 0; // nothing is mapped to it
    // No device may touch the memory until set_users() allows it. False when the system refuses.
    virtual bool map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home,
                     std::string origin) = 0;
    virtual void unmap(std::uint64_t address) = 0;
    // It will be unmapped; an access before that fails as if it were already.
    virtual void forbid(std::uint64_t address) = 0;
    // Sets Allocation::users and Allocation::readers of the live allocation that begins there.
    virtual void set_users(std::uint64_t address, std::uint32_t devices, std::uint32_t readers) = 0;
    // The live or freed allocation that contains the address.
    virtual std::optional<Allocation> find(std::uint64_t address) const = 0;
    // The live allocation nearest to the address.
    virtual std::optional<Allocation> nearest(std::uint64_t address) const = 0;
    virtual std::vector<Allocation> live() const = 0;
    // Whether the address lies in the range that device addresses come from, allocated or not.
    virtual bool is_device_address(std::uint64_t address) const = 0;
    // True if [address, address+bytes) lies in one live allocation.
    virtual bool contains(std::uint64_t address, std::uint64_t bytes) const = 0;
    // The bytes behind a device address; valid for ranges that `contains` accepts.
    virtual std::byte* host_view(std::uint64_t address) = 0;
    // For bytes that will all be written soon (Reservation::want_huge_pages).
    virtual void want_huge_pages(std::uint64_t address, std::uint64_t bytes) = 0;
    // Bytes of one device; all devices have the same total.
    virtual std::uint64_t used_bytes(std::uint32_t owner = 0) const = 0;
    virtual std::uint64_t total_bytes() const = 0;
};

struct KernelAttributes {
    std::uint32_t max_threads_per_block = 1024;
    std::uint64_t static_shared_bytes = 0;
    std::uint64_t local_bytes = 0; // of one thread
    std::uint64_t constant_bytes = 0;
    std::uint32_t registers = 0;                  // an estimate; ptxas alone knows
    std::vector<std::uint64_t> parameter_offsets; // in the parameter block, one per parameter
    std::vector<std::uint64_t> parameter_sizes;
    // What the kernel itself says of thread block clusters: .reqnctapercluster, all 0 without it;
    // .explicitcluster, .maxclusterrank (0: none).
    Dim3 required_cluster{0, 0, 0};
    bool explicit_cluster = false;
    std::uint32_t max_cluster_rank = 0;
    bool launches_grids = false; // it, or a function that it calls, may
};

// One unit of a program that is linked: its PTX and a name for messages ("b.cu").
struct NamedPtx {
    std::string_view name;
    std::string_view ptx;
};

using ModuleId = std::uint32_t;
using KernelId = std::uint32_t;

// The module whose variables another one uses in place of new ones: all of them, if it is another
// part of the same module, or the managed ones, if it is the same module on another device.
struct VariablesOf {
    ModuleId module = 0;
    bool all = false;
};

struct LaunchConfig {
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    bool cooperative = false;      // all blocks resident at once
    Dim3 cluster = {};             // blocks of a thread block cluster
    bool explicit_cluster = false; // the kernel or the launch has asked for clusters
    std::uint32_t device = 0;      // it runs on
    std::uint32_t reachable = ~0u; // devices whose memory it may touch, a bit each
};

// What the launch cost, summed over all warps; and how evenly they shared it.
struct LaunchCounters {
    std::uint64_t warp_instructions = 0;
    std::uint64_t thread_instructions = 0;
    std::uint64_t warps = 0;                     // that have begun
    std::uint64_t busiest_warp_instructions = 0; // of the warp that executed the most
};

struct LaunchResult {
    std::optional<Fault> fault; // what stopped the kernel; the device is then in a sticky error
    LaunchCounters counters;
    bool stopped = false;      // by request_stop or the instruction limit, before its end
    std::string stopped_where; // then: which threads ran or waited where, in words
};

class Device {
  public:
    static std::unique_ptr<Device> create(const DeviceOptions& options);
    virtual ~Device() = default;

    virtual Memory& memory() = 0;
    virtual Textures& textures() = 0; // and surfaces, by handle
    virtual void add_observer(std::shared_ptr<Observer> observer) = 0;
    // The watch is notified of the bytes that kernels read and write in memory that the host
    // shares. It outlives the device, and an observer of accesses has been added before it is set.
    virtual void set_shared_watch(SharedWatch* watch) = 0;
    // Tells the observers which piece of work the next launch or host access is.
    virtual void begin_work(const WorkInfo& work) = 0;
    virtual void notify_birth(const WorkInfo& work, std::uint64_t address, std::uint64_t bytes) = 0;
    virtual void notify_host_access(const HostAccess& access) = 0;

    // Parses, resolves and places a module's variables in memory.
    virtual Expected<ModuleId> load(std::string_view ptx, std::string name) = 0;
    // The same for relocatable device code: several units become one module, with .visible, .weak,
    // .common, .extern and static names matched as vgpu/ptx/link.hpp says. What is wrong with one
    // of them carries its index (Diagnostic::unit); a name that is missing or defined twice is
    // named. find_kernel and find_variable find static names too; of two equal ones that of the
    // first unit.
    // `owner`: the device in whose memory the variables are.
    virtual Expected<ModuleId> load_linked(std::span<const NamedPtx> units, std::string name,
                                           std::optional<VariablesOf> variables_of = std::nullopt,
                                           std::uint32_t owner = 0) = 0;
    virtual void unload(ModuleId module) = 0;
    virtual std::optional<KernelId> find_kernel(ModuleId module,
                                                std::string_view mangled_name) const = 0;
    virtual std::vector<std::string> kernel_names(ModuleId module) const = 0;
    virtual const KernelAttributes& attributes(KernelId kernel) const = 0;
    virtual std::string kernel_name(KernelId kernel) const = 0; // demangled
    virtual std::string mangled_name(KernelId kernel) const = 0;
    virtual std::optional<Allocation> find_variable(ModuleId module,
                                                    std::string_view name) const = 0;
    // What its code brings along for its variables.
    virtual std::vector<std::byte> initial_values(ModuleId module) const = 0;

    // Runs the grid to its end. `parameters` is the block described by KernelAttributes. Limits of
    // the configuration (threads per block, shared memory, ...) are the caller's to check.
    virtual LaunchResult launch(KernelId kernel, const LaunchConfig& config,
                                std::span<const std::byte> parameters) = 0;

    // Ends the running launch soon (LaunchResult::stopped), or the next one at once. May be called
    // from any thread and from a signal handler.
    virtual void request_stop() {}

    // How messages name an allocation: "cudaMalloc of 4096 bytes", or a variable's name. With the
    // place that the function knows, if any: "cudaMalloc of 4096 bytes in square.cu:31".
    virtual std::string describe(const Allocation& allocation) const = 0;
    virtual void set_allocation_place(std::function<std::string(const Allocation&)> /*made_in*/) {}
    // The function describes what the host program has at an address ("a variable on the host's
    // stack"); empty if it has nothing there.
    virtual void set_host_memory(std::function<std::string(std::uint64_t)> /*words*/) {}

    // Called again and again while all threads of a launch only poll memory: the code that could
    // change it may need a lock that this thread holds. May be empty.
    virtual void set_waiting(std::function<void()> /*waiting*/) {}
    // What cudaGraphSetConditional in a kernel calls.
    using SetCondition = std::function<ConditionAnswer(std::uint64_t handle, std::uint32_t value)>;
    virtual void set_conditions(SetCondition set) = 0;
    // What kernels call of the CUDA runtime; it outlives the device.
    virtual void set_device_runtime(DeviceRuntime* runtime) = 0;
    // The kernel that has this address in device code; nullopt if no kernel has it.
    virtual std::optional<KernelId> kernel_at(std::uint64_t address) const = 0;
    // The running kernel has launched a grid, which runs later.
    virtual void notify_child(const ChildEvent& child) = 0;

    // Where device-side printf writes; defaults to stdout.
    virtual void set_print(std::function<void(std::string_view)> print) = 0;
    // Where a failed assert writes, a line for each thread; defaults to stderr.
    virtual void set_error_print(std::function<void(std::string_view)> /*print*/) {}

    // cudaLimitMallocHeapSize: what malloc in kernels can give out; 8 MiB by default.
    virtual void set_heap_limit(std::uint64_t /*bytes*/) {}
};

} // namespace vgpu::exec
