// Plays kernels to the observers without a virtual GPU: each call is one event. A code place's pc
// is its line in "kernel.cu", or, from first_library_line on, in a header of CUB.
#pragma once

#include "vgpu/observe/observe.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace vgpu::observe::test {

inline constexpr std::uint32_t first_library_line = 1000;

class FakeResolver final : public exec::SiteResolver {
  public:
    exec::Site site(const exec::CodePlace& place, const exec::WarpPlace& warp,
                    int lane) const override {
        exec::Site site;
        site.kernel = "kernel(int *)";
        site.frames = {line(place)};
        site.block = {static_cast<std::uint32_t>(warp.block), 0, 0};
        site.thread = {32 * warp.warp + static_cast<std::uint32_t>(lane), 0, 0};
        return site;
    }
    exec::SourceFrame line(const exec::CodePlace& place) const override {
        const bool library = place.pc >= first_library_line;
        return {library ? "/cuda/include/cccl/cub/block/block_merge_sort.cuh" : "kernel.cu",
                static_cast<int>(place.pc), "kernel"};
    }
    exec::Whereabouts describe(ptx::Space space, std::uint64_t address) const override {
        return {space == ptx::Space::shared ? "tile" : "cudaMalloc of 4096 bytes", address % 4096,
                space == ptx::Space::shared ? 0u : 4096u};
    }
};

struct Sink final : exec::FaultSink {
    void report(exec::Fault fault) override { faults.push_back(std::move(fault)); }
    std::vector<exec::Fault> faults;
};

inline constexpr std::uint32_t everyone = 0xffffffffu;
inline constexpr std::uint64_t device_base = 0x200000000ull;

// What executes: a warp of a block, and which of its lanes.
struct Who {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    std::uint32_t mask = everyone;
};

using AddressOf = std::function<std::uint64_t(std::uint32_t lane)>;

inline AddressOf row(std::uint64_t base, std::uint64_t step = 4) {
    return [=](std::uint32_t lane) { return base + lane * step; };
}
inline AddressOf at(std::uint64_t address) {
    return [=](std::uint32_t) { return address; };
}

class Script {
  public:
    explicit Script(Options options = {}) : observers(Observers::create(options, sink)) {}

    void launch(std::uint32_t blocks, std::uint32_t threads, std::uint64_t shared_bytes = 0) {
        info_ = {};
        info_.kernel = "kernel(int *)";
        info_.grid = {blocks, 1, 1};
        info_.block = {threads, 1, 1};
        info_.launch_number = ++launches_;
        info_.shared_bytes = shared_bytes;
        info_.threads_per_block = threads;
        info_.warps_per_block = (threads + 31) / 32;
        observers->on_launch_begin(info_);
    }
    void end() { observers->on_launch_end(info_); }

    // One block after the other, each in `body`.
    void blocks(std::uint32_t count, const std::function<void(std::uint64_t)>& body) {
        for (std::uint64_t block = 0; block < count; ++block) {
            observers->on_block_begin(block);
            body(block);
            observers->on_block_end(block);
        }
    }

    struct Detail {
        isa::MemoryAction action = isa::MemoryAction::load;
        ptx::Space space = ptx::Space::global;
        int width = 4;
        int count = 1;
        isa::Ordering ordering = isa::Ordering::weak;
        isa::Scope scope = isa::Scope::gpu;
        std::function<std::uint32_t(std::uint32_t)> value = {}; // of each lane; none: not told
        const void* memory = nullptr; // what stands at address 0 of the space
        bool compare = false;         // an atomicCAS
        const void* copied = nullptr; // its name, if it is an element that is copied
        std::uint32_t object_before = 0, object_behind = 0;
    };
    void access(std::uint32_t line, const Who& who, const AddressOf& address,
                const Detail& detail) {
        std::array<std::uint64_t, 32> addresses;
        addresses.fill(0xdeadbeefdeadbeefull);
        std::array<std::uint32_t, 32> values{};
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            if ((who.mask >> lane & 1) == 0) continue;
            addresses[lane] = address(lane);
            if (detail.value) values[lane] = detail.value(lane);
        }
        isa::MemoryOperation operation;
        operation.action = detail.action;
        operation.space = detail.space;
        operation.width = detail.width;
        operation.count = detail.count;
        operation.ordering = detail.ordering;
        operation.scope = detail.scope;
        operation.compare = detail.compare;
        const void* elements[] = {values.data()};
        exec::AccessEvent event;
        event.place = place(line);
        event.warp = {who.block, who.warp};
        event.mask = who.mask;
        event.space = detail.space;
        event.addresses = addresses.data();
        event.bytes = detail.width * detail.count;
        event.operation = &operation;
        event.copied = detail.copied != nullptr ? 1 : 0;
        event.words = &detail.copied;
        event.object_before = detail.object_before;
        event.object_behind = detail.object_behind;
        if (who.mask != 0)
            event.layout = exec::layout_of(addresses.data(), who.mask,
                                           static_cast<std::uint64_t>(event.bytes));
        give_pattern(event);
        if (event.again != nullptr && event.again->short_handler != nullptr &&
            event.again->short_handler(*event.again, addresses[0], event.warp))
            return;
        if (detail.value) event.values = elements;
        event.to_host = reinterpret_cast<std::intptr_t>(detail.memory);
        observers->on_access(event);
    }

    void load(std::uint32_t line, const Who& who, const AddressOf& address, int bytes = 4) {
        access(line, who, address, {.action = isa::MemoryAction::load, .width = bytes});
    }
    void store(std::uint32_t line, const Who& who, const AddressOf& address, int bytes = 4) {
        access(line, who, address, {.action = isa::MemoryAction::store, .width = bytes});
    }
    void atomic(std::uint32_t line, const Who& who, const AddressOf& address) {
        access(line, who, address,
               {.action = isa::MemoryAction::atomic, .ordering = isa::Ordering::relaxed});
    }
    void volatile_load(std::uint32_t line, const Who& who, const AddressOf& address) {
        access(line, who, address,
               {.action = isa::MemoryAction::load, .ordering = isa::Ordering::volatile_});
    }
    void volatile_store(std::uint32_t line, const Who& who, const AddressOf& address) {
        access(line, who, address,
               {.action = isa::MemoryAction::store, .ordering = isa::Ordering::volatile_});
    }
    void shared_load(std::uint32_t line, const Who& who, const AddressOf& address, int bytes = 4) {
        access(line, who, address,
               {.action = isa::MemoryAction::load, .space = ptx::Space::shared, .width = bytes});
    }
    void shared_store(std::uint32_t line, const Who& who, const AddressOf& address, int bytes = 4) {
        access(line, who, address,
               {.action = isa::MemoryAction::store, .space = ptx::Space::shared, .width = bytes});
    }
    void shared_atomic(std::uint32_t line, const Who& who, const AddressOf& address) {
        access(line, who, address,
               {.action = isa::MemoryAction::atomic,
                .space = ptx::Space::shared,
                .ordering = isa::Ordering::relaxed});
    }
    void barrier(std::uint32_t line, std::uint64_t block = 0) {
        const std::vector<std::uint32_t> arrived(info_.warps_per_block, everyone);
        observers->on_barrier({place(line), block, 0, true, arrived.data()});
    }
    void named_barrier(std::uint32_t line, std::uint64_t block,
                       std::vector<std::uint32_t> arrived) {
        arrived.resize(info_.warps_per_block, 0);
        observers->on_barrier({place(line), block, 1, false, arrived.data()});
    }
    // bar.arrive by warps that go on.
    void arrive(std::uint32_t line, std::uint64_t block, std::vector<std::uint32_t> arrived,
                std::uint32_t number = 1) {
        arrived.resize(info_.warps_per_block, 0);
        exec::BarrierEvent event{place(line), block, number, false, arrived.data()};
        event.arriving = true;
        observers->on_barrier(event);
    }
    // The barrier opens for those that waited.
    void opens(std::uint32_t line, std::uint64_t block, std::vector<std::uint32_t> arrived,
               std::vector<std::uint32_t> waited, std::uint32_t number = 1) {
        arrived.resize(info_.warps_per_block, 0);
        waited.resize(info_.warps_per_block, 0);
        observers->on_barrier({place(line), block, number, false, arrived.data(), waited.data()});
    }
    void syncwarp(std::uint32_t line, const Who& who) {
        observers->on_warp_sync({place(line), {who.block, who.warp}, who.mask});
    }
    void fence(std::uint32_t line, const Who& who, isa::Scope scope = isa::Scope::gpu) {
        observers->on_fence({place(line), {who.block, who.warp}, who.mask, scope});
    }
    void branches(std::uint32_t line, std::uint64_t times, std::uint64_t divergent) {
        observers->on_branch({place(line), times, divergent});
    }

    void instruction(std::uint32_t line, std::uint64_t warps, std::uint64_t threads) {
        observers->on_instruction({place(line), warps, threads});
    }

    LaunchTraffic traffic() const { return observers->last_launch({}); }
    exec::CodePlace place(std::uint32_t line) const { return {&resolver_, 0, line}; }

    Sink sink;
    std::shared_ptr<Observers> observers;
    bool tells_patterns = true; // false: everything is told in full, as of code that never repeats
    exec::RepeatedAccess* last_again = nullptr; // of the access that was told last

  private:
    // Remembers how an instruction's addresses lie to each other, as the executor does: what comes
    // once more in a launch is told in short first.
    void give_pattern(exec::AccessEvent& event) {
        if (event.mask == 0 || !tells_patterns) return;
        const std::uint64_t first = event.addresses[std::countr_zero(event.mask)];
        std::vector<std::uint64_t> key{event.place.pc,
                                       event.mask,
                                       event.copied,
                                       static_cast<std::uint64_t>(event.space),
                                       static_cast<std::uint64_t>(event.bytes),
                                       static_cast<std::uint64_t>(event.operation->action),
                                       static_cast<std::uint64_t>(event.operation->ordering)};
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1)
            key.push_back(event.addresses[std::countr_zero(rest)] - first);
        const auto known = patterns_.insert(std::move(key)).first;
        // An instruction knows one pattern at a time.
        Instruction& instruction = instructions_[event.place.pc];
        if (instruction.pattern != known || instruction.again.observation != launches_)
            instruction.again = {.observation = launches_};
        instruction.pattern = known;
        event.again = last_again = &instruction.again;
    }

    FakeResolver resolver_;
    using Patterns = std::set<std::vector<std::uint64_t>>;
    struct Instruction {
        Patterns::iterator pattern;
        exec::RepeatedAccess again;
    };
    Patterns patterns_;
    std::map<std::uint32_t, Instruction> instructions_; // by place
    exec::LaunchInfo info_;
    std::uint64_t launches_ = 0;
};

} // namespace vgpu::observe::test
