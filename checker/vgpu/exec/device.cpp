#include "vgpu/exec/device.hpp"

#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/grid.hpp"
#include "vgpu/exec/names.hpp"
#include "vgpu/exec/sites.hpp"
#include "vgpu/isa/special_registers.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace vgpu::exec {

namespace {

constexpr std::uint64_t workspace_bytes = 64; // of cooperative_groups' grid barrier

// While one lives, a kernel uses memory. Its destructor ends that, since the kernel may end by an
// exception (from printing, say).
class MemoryUser {
  public:
    MemoryUser(DeviceMemory& memory, const LaunchConfig& config) : memory_(memory) {
        memory_.set_user(config.device, config.reachable);
    }
    ~MemoryUser() { memory_.set_user(std::nullopt); }
    MemoryUser(const MemoryUser&) = delete;
    MemoryUser& operator=(const MemoryUser&) = delete;

  private:
    DeviceMemory& memory_;
};

class VirtualDevice final : public Device {
  public:
    explicit VirtualDevice(const DeviceOptions& options)
        : options_(options),
          memory_(options.memory_bytes, std::clamp(options.devices, 1u, most_devices),
                  options.sampling) {
        machine_.memory = &memory_;
        machine_.programs = &programs_;
        machine_.sm_count = std::max(options.sm_count, 1u);
        machine_.clock_kilohertz = options.clock_kilohertz;
        machine_.instruction_limit = options.instruction_limit;
        machine_.sampling = options.sampling;
        machine_.context.memory = &memory_;
        machine_.textures = &textures_;
        machine_.context.programs = &programs_;
        machine_.print = [](std::string_view text) {
            std::fwrite(text.data(), 1, text.size(), stdout);
        };
        machine_.print_error = [](std::string_view text) {
            std::fwrite(text.data(), 1, text.size(), stderr);
        };
        memory_.set_listener({
            .allocated =
                [this](std::uint64_t address, std::uint64_t bytes, bool initialised) {
                    ++machine_.exemptions;
                    for (Observer* observer : machine_.listeners.all)
                        observer->on_allocate(address, bytes, initialised);
                },
            .freed =
                [this](std::uint64_t address, std::uint64_t bytes) {
                    ++machine_.exemptions;
                    textures_.note_free(address, bytes);
                    for (Observer* observer : machine_.listeners.all)
                        observer->on_free(address, bytes);
                },
            .mapped =
                [this](std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
                    ++machine_.exemptions;
                    if (home == address) textures_.note_free(address, bytes);
                    for (Observer* observer : machine_.listeners.all)
                        observer->on_map(address, bytes, home);
                },
        });
    }

    ~VirtualDevice() override {
        memory_.set_listener({});
        machine_.frames.clear();
    }

    Memory& memory() override { return memory_; }
    Textures& textures() override { return textures_; }

    void add_observer(std::shared_ptr<Observer> observer) override {
        Observer* added = observer.get();
        observers_.push_back(std::move(observer));
        auto& listeners = machine_.listeners;
        const std::uint32_t wanted = added->wants();
        listeners.all.push_back(added);
        if (wanted & event_block) listeners.block.push_back(added);
        if (wanted & event_access) listeners.access.push_back(added);
        if (wanted & event_barrier) listeners.barrier.push_back(added);
        if (wanted & event_warp_sync) listeners.warp_sync.push_back(added);
        if (wanted & event_fence) listeners.fence.push_back(added);
        if (wanted & event_branch) listeners.branch.push_back(added);
        if (wanted & event_exit) listeners.exit.push_back(added);
        if (wanted & event_instruction) listeners.instruction.push_back(added);
        // What exists already counts as written: an observer that comes late cannot know better.
        for (const Allocation& allocation : memory_.live())
            added->on_allocate(allocation.address, allocation.bytes, true);
        memory_.for_each_home([&](std::uint64_t home, std::uint64_t bytes) {
            added->on_allocate(home, bytes, true);
        });
        memory_.for_each_mapping([&](std::uint64_t address, std::uint64_t bytes,
                                     std::uint64_t home) { added->on_map(address, bytes, home); });
    }

    void set_shared_watch(SharedWatch* watch) override { machine_.shared_watch = watch; }

    void begin_work(const WorkInfo& work) override {
        for (Observer* observer : machine_.listeners.all) observer->on_work(work);
    }
    void notify_birth(const WorkInfo& work, std::uint64_t address, std::uint64_t bytes) override {
        for (Observer* observer : machine_.listeners.all) observer->on_birth(work, address, bytes);
    }
    void notify_host_access(const HostAccess& access) override {
        ++machine_.exemptions;
        for (Observer* observer : machine_.listeners.all) observer->on_host_access(access);
    }

    Expected<ModuleId> load(std::string_view ptx, std::string name) override {
        const NamedPtx unit{name, ptx};
        return load_linked({&unit, 1}, name, std::nullopt, 0);
    }

    Expected<ModuleId> load_linked(std::span<const NamedPtx> units, std::string name,
                                   std::optional<VariablesOf> variables_of,
                                   std::uint32_t owner) override {
        const auto id = static_cast<ModuleId>(programs_.size());
        VariablesOfProgram shared;
        if (variables_of) shared = {find_program(variables_of->module), variables_of->all};
        auto program = Program::load(units, std::move(name), id, memory_, shared, owner);
        if (!program) return program.error();
        for (std::size_t i = 0; i < (*program)->kernels().size(); ++i)
            kernels_.push_back({id, static_cast<std::uint32_t>(i)});
        machine_.sites.push_back(std::make_unique<CodeSites>(**program, machine_.context));
        // A kernel that runs may call its functions: the host loads it while the kernel waits.
        begin_counting(**program);
        programs_.push_back(std::move(*program));
        return id;
    }

    void unload(ModuleId module) override {
        if (module >= programs_.size() || programs_[module] == nullptr) return;
        machine_.frames.clear(); // they point to the functions
        machine_.store_plans.clear();
        if (machine_.context.program == programs_[module].get()) {
            machine_.context.program = nullptr;
            machine_.context.kernel = nullptr;
        }
        machine_.sites[module].reset();
        programs_[module].reset();
    }

    std::optional<KernelId> find_kernel(ModuleId module,
                                        std::string_view mangled_name) const override {
        const Program* program = find_program(module);
        const auto index = program == nullptr ? std::nullopt : program->find_kernel(mangled_name);
        if (!index) return std::nullopt;
        for (std::size_t id = 0; id < kernels_.size(); ++id)
            if (kernels_[id].module == module && kernels_[id].index == *index)
                return static_cast<KernelId>(id);
        return std::nullopt;
    }

    std::vector<std::string> kernel_names(ModuleId module) const override {
        std::vector<std::string> names;
        if (const Program* program = find_program(module))
            for (const Kernel& kernel : program->kernels()) names.push_back(kernel.mangled);
        return names;
    }

    const KernelAttributes& attributes(KernelId kernel) const override {
        static const KernelAttributes none;
        const Kernel* found = find(kernel);
        return found == nullptr ? none : found->attributes;
    }

    std::string kernel_name(KernelId kernel) const override {
        const Kernel* found = find(kernel);
        return found == nullptr ? "" : found->demangled;
    }

    std::string mangled_name(KernelId kernel) const override {
        const Kernel* found = find(kernel);
        return found == nullptr ? "" : found->mangled;
    }

    std::vector<std::byte> initial_values(ModuleId module) const override {
        const Program* program = find_program(module);
        return program == nullptr ? std::vector<std::byte>() : program->initial_values();
    }
    std::optional<Allocation> find_variable(ModuleId module, std::string_view name) const override {
        const Program* program = find_program(module);
        return program == nullptr ? std::nullopt : program->find_variable(name);
    }

    LaunchResult launch(KernelId kernel, const LaunchConfig& config,
                        std::span<const std::byte> parameters) override {
        const Kernel* found = find(kernel);
        if (found == nullptr || blocks_of(config) == 0 || threads_of(config) == 0 ||
            threads_of(config) > static_cast<std::uint64_t>(most_warps) * warp_size ||
            !is_cluster(config))
            return {};
        const MemoryUser user(memory_, config);
        Launch launch;
        prepare(launch, *found, *programs_[kernels_[kernel].module], config, parameters);
        forget_stale_extents(config);
        ++machine_.exemptions;
        for (Observer* observer : machine_.listeners.all) observer->on_launch_begin(launch.info);
        begin_counting();
        run_grid(machine_, launch);
        tell_counts();
        tell_lanes(launch);
        machine_.frames.trim();
        machine_.clock += launch.counters.warp_instructions;
        machine_.stop.store(false, std::memory_order_relaxed);
        for (Observer* observer : machine_.listeners.all) observer->on_launch_end(launch.info);
        return {.fault = std::move(launch.fault),
                .counters = launch.counters,
                .stopped = launch.stopped,
                .stopped_where = std::move(launch.stopped_where)};
    }

    void request_stop() override { machine_.stop.store(true, std::memory_order_relaxed); }

    std::string describe(const Allocation& allocation) const override {
        return describe_allocation(machine_.context, allocation);
    }
    void set_host_memory(std::function<std::string(std::uint64_t)> words) override {
        machine_.context.host_memory = std::move(words);
    }
    void set_allocation_place(std::function<std::string(const Allocation&)> made_in) override {
        machine_.context.made_in = std::move(made_in);
    }
    void set_print(std::function<void(std::string_view)> print) override {
        machine_.print = std::move(print);
    }
    void set_error_print(std::function<void(std::string_view)> print) override {
        machine_.print_error = std::move(print);
    }
    void set_waiting(std::function<void()> waiting) override {
        machine_.waiting = std::move(waiting);
    }
    void set_conditions(SetCondition set) override { machine_.set_condition = std::move(set); }
    void set_device_runtime(DeviceRuntime* runtime) override { machine_.device_runtime = runtime; }
    std::optional<KernelId> kernel_at(std::uint64_t address) const override {
        const ExecutableFunction* function = find_function(programs_, address);
        if (function == nullptr || !function->source->is_entry) return std::nullopt;
        return find_kernel(function->program, function->source->name);
    }
    void notify_child(const ChildEvent& child) override {
        for (Observer* observer : machine_.listeners.all) observer->on_child(child);
    }
    void set_heap_limit(std::uint64_t bytes) override { machine_.heap_limit = bytes; }

  private:
    struct KernelPlace {
        ModuleId module = 0;
        std::uint32_t index = 0; // into the program's kernels
    };

    // Whether the grid consists of clusters of that size.
    static bool is_cluster(const LaunchConfig& config) {
        const auto fits = [](std::uint32_t blocks, std::uint32_t all) {
            return blocks != 0 && blocks <= most_cluster_blocks && all % blocks == 0;
        };
        return fits(config.cluster.x, config.grid.x) && fits(config.cluster.y, config.grid.y) &&
               fits(config.cluster.z, config.grid.z) &&
               cluster_blocks(config) <= most_cluster_blocks;
    }

    const Program* find_program(ModuleId module) const {
        return module < programs_.size() ? programs_[module].get() : nullptr;
    }

    const Kernel* find(KernelId kernel) const {
        if (kernel >= kernels_.size()) return nullptr;
        const Program* program = find_program(kernels_[kernel].module);
        return program == nullptr ? nullptr : &program->kernels()[kernels_[kernel].index];
    }

    void prepare(Launch& launch, const Kernel& kernel, Program& program, const LaunchConfig& config,
                 std::span<const std::byte> parameters) {
        launch.program = &program;
        launch.kernel = &kernel;
        launch.config = config;
        launch.schedule_seed = options_.schedule_seed;
        // Bytes of parameters that are missing read as zero.
        launch.parameters.assign(kernel.parameter_bytes, std::byte{0});
        std::copy_n(parameters.begin(), std::min(parameters.size(), launch.parameters.size()),
                    launch.parameters.begin());
        launch.dynamic_shared_bytes = config.dynamic_shared_bytes;
        launch.shared_bytes = kernel.attributes.static_shared_bytes;
        if (config.dynamic_shared_bytes != 0)
            launch.shared_bytes = kernel.dynamic_shared_offset + config.dynamic_shared_bytes;
        launch.own_shared_bytes = launch.shared_bytes;
        launch.reserved_shared_offset = (launch.shared_bytes + 127) / 128 * 128;
        if (kernel.uses_reserved_shared)
            launch.shared_bytes = launch.reserved_shared_offset + isa::reserved_shared_bytes;
        set_threads(launch);
        if (config.cooperative) launch.grid_workspace = grid_workspace();

        launch.info.kernel = kernel.demangled;
        launch.info.grid = config.grid;
        launch.info.block = config.block;
        launch.info.launch_number = ++launches_;
        launch.info.shared_bytes = launch.shared_bytes;
        launch.info.warps_per_block = static_cast<std::uint32_t>(launch.threads.size());
        launch.info.cluster = config.cluster;
        launch.info.threads_per_block = static_cast<std::uint32_t>(threads_of(config));
        machine_.context.program = &program;
        machine_.context.kernel = &kernel;
        machine_.context.launch = launch.info;
    }

    static void set_threads(Launch& launch) {
        const auto threads = static_cast<std::uint32_t>(threads_of(launch.config));
        launch.threads.resize((threads + warp_size - 1) / warp_size);
        launch.lanes.assign(launch.threads.size(), 0);
        for (std::uint32_t thread = 0; thread < threads; ++thread) {
            const Dim3 index = thread_index(thread, launch.config.block);
            ThreadIds& ids = launch.threads[thread / warp_size];
            ids.x[thread % warp_size] = index.x;
            ids.y[thread % warp_size] = index.y;
            ids.z[thread % warp_size] = index.z;
            launch.lanes[thread / warp_size] |= 1u << (thread % warp_size);
        }
    }

    // A function of another program can be called through a pointer.
    void begin_counting() {
        for (const auto& program : programs_)
            if (program != nullptr) begin_counting(*program);
    }
    void begin_counting(Program& program) {
        const bool wants_instructions = !machine_.listeners.instruction.empty();
        for (ExecutableFunction& function : program.functions()) {
            if (wants_instructions) function.executions.assign(function.ops.size(), {});
            for (BranchCounts& counts : function.branch_counts) counts.times = counts.divergent = 0;
        }
    }
    void tell_counts() {
        for (const auto& program : programs_) {
            if (program == nullptr) continue;
            const CodeSites* sites = machine_.sites[program->index()].get();
            for (const ExecutableFunction& function : program->functions()) {
                tell_branches(function, sites);
                for (std::size_t i = 0; i < function.executions.size(); ++i)
                    tell_counts(function.ops[i], function.executions[i],
                                {sites, function.index, 0});
            }
        }
    }
    void tell_lanes(const Launch& launch) {
        for (const WarpSeen& warp : launch.warps_seen.warps())
            warp.lanes.each([&](const ExecutableFunction& function, std::size_t index,
                                std::uint32_t lanes, std::uint64_t times) {
                const Op& op = function.ops[index];
                const CodeSites* sites = machine_.sites[function.program].get();
                for (std::uint32_t before = 0; before < op.count; ++before) {
                    const LanesEvent event{{sites, function.index, op.source_pc - before},
                                           {warp.block, warp.warp},
                                           warp.all,
                                           lanes,
                                           times};
                    for (Observer* observer : machine_.listeners.instruction)
                        observer->on_lanes(event);
                }
            });
    }
    void tell_branches(const ExecutableFunction& function, const CodeSites* sites) {
        if (machine_.listeners.branch.empty()) return;
        for (const BranchCounts& counts : function.branch_counts) {
            if (counts.times == 0) continue;
            const BranchEvent event{
                {sites, function.index, counts.source_pc}, counts.times, counts.divergent};
            for (Observer* observer : machine_.listeners.branch) observer->on_branch(event);
        }
    }
    void tell_counts(const Op& op, const Executions& times, CodePlace place) {
        if (times.warps == 0) return;
        for (std::uint32_t before = 0; before < op.count; ++before) {
            place.pc = op.source_pc - before;
            const std::uint64_t threads = before == 0 ? times.threads : times.group_threads;
            for (Observer* observer : machine_.listeners.instruction)
                observer->on_instruction({place, times.warps, threads});
        }
    }

    // Zeroed for each launch, like the driver's; its first word is its size.
    std::uint64_t grid_workspace() {
        if (workspace_ == 0)
            workspace_ = memory_
                             .allocate({.bytes = workspace_bytes,
                                        .origin = "grid workspace",
                                        .initialised = true,
                                        .internal = true})
                             .value_or(0);
        if (workspace_ == 0) return 0;
        std::byte* bytes = memory_.host_view(workspace_);
        std::memset(bytes, 0, workspace_bytes);
        std::memcpy(bytes, &workspace_bytes, sizeof(std::uint32_t));
        return workspace_;
    }

    // Memory instructions remember the allocation that they hit last, and that it was in reach.
    void forget_stale_extents(const LaunchConfig& config) {
        if (generation_ == memory_.generation() && config.reachable == reachable_ &&
            config.device == ran_on_)
            return;
        reachable_ = config.reachable;
        ran_on_ = config.device;
        generation_ = memory_.generation();
        for (const auto& program : programs_)
            if (program != nullptr) program->forget_extents();
    }

    DeviceOptions options_;
    DeviceMemory memory_;
    Textures textures_;
    std::vector<std::unique_ptr<Program>> programs_; // by ModuleId; null once unloaded
    std::vector<KernelPlace> kernels_;               // by KernelId
    std::vector<std::shared_ptr<Observer>> observers_;
    Machine machine_;
    std::uint64_t launches_ = 0;
    std::uint64_t workspace_ = 0;
    std::uint64_t generation_ = 0;
    std::uint32_t reachable_ = ~0u, ran_on_ = 0; // of the last launch
};

} // namespace

std::unique_ptr<Device> Device::create(const DeviceOptions& options) {
    return std::make_unique<VirtualDevice>(options);
}

} // namespace vgpu::exec
