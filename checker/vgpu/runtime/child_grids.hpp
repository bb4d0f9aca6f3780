// Grids that kernels launch (CUDA dynamic parallelism), and the copies and sets that they ask for.
//
// A kernel that the host launches is one piece of work with all that comes of it: streams, events,
// graphs and errors of the host see the tree as a whole. What a grid has launched runs when the
// grid has ended, in an order that its streams allow: that of the launches, or with a seed one that
// the seed fixes. What is in cudaStreamTailLaunch comes behind all the rest, with whatever that has
// launched. CUDA C++ programming guide, "CUDA Dynamic Parallelism".
//
// device_calls.cpp answers what a kernel calls while it runs, child_launches.cpp takes what is to
// run later, child_grids.cpp runs the tree.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/work_queues.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace vgpu::runtime {

class Runtime;

// For each stream of a grid, a number of its pieces of work.
using ChildClock = std::vector<std::uint64_t>;

// A copy (`source` is not 0) or a set of rows.
struct ChildCopy {
    std::uint64_t destination = 0, source = 0;
    std::uint64_t width = 0, height = 1;
    std::uint64_t to_pitch = 0, from_pitch = 0;
    int value = 0;
};

// Work that a grid has launched and that waits for its turn.
struct ChildWork {
    exec::KernelId kernel = 0;
    exec::LaunchConfig config;
    std::vector<std::byte> parameters;
    std::optional<ChildCopy> copy; // then it is no kernel
    std::uint32_t number_in_tree = 0;
    std::uint32_t stream = 0;
    std::uint64_t number = 0; // in its stream
    ChildClock after;
    bool is_tail = false;
    std::string place; // "sort.cu:31", the launch in its parent
};

// A parameter buffer that a kernel fills before it launches.
struct ChildBuffer {
    exec::KernelId kernel = 0;
    exec::LaunchConfig config;
    std::uint64_t bytes = 0;
};

// The grid that runs: what it has made so far.
struct ParentGrid {
    std::string name;
    exec::KernelId kernel = 0;
    std::uint32_t depth = 0;
    int device = 0;
    std::uint32_t reachable = 0;
    std::vector<ChildWork> children; // in the order of the launches
    std::vector<bool> is_done;       // of those
    std::size_t done = 0;            // how many
    std::size_t first_open = 0;      // before it all are done
    ChildClock done_of_stream;
    std::vector<ChildClock> streams;                  // what each has been given
    std::map<std::uint64_t, std::uint32_t> of_block;  // the NULL streams
    std::map<std::uint64_t, std::uint32_t> of_thread; // the per-thread ones
    std::map<std::uint64_t, std::uint32_t> named;     // by handle
    std::map<std::uint64_t, ChildClock> events;       // by handle: what was recorded
    std::optional<std::uint32_t> tail;                // the tail launch stream
    std::map<std::uint64_t, cudaError_t> errors;      // by thread
    std::map<std::uint64_t, ChildBuffer> buffers;     // by address
    std::vector<std::uint64_t> slabs;                 // that the buffers lie in
    std::uint64_t slab_end = 0, slab_at = 0;
};

class ChildGrids final : public exec::DeviceRuntime {
  public:
    explicit ChildGrids(Runtime& runtime) : runtime_(runtime) {}

    // A grid that is to run now.
    struct GridToRun {
        const ChildWork& work;
        std::string name;
        const ParentGrid* parent = nullptr; // null: the host has launched it
        std::uint32_t depth = 0;
    };
    // Runs the grid itself; false: nothing more of the tree is to run.
    using RunOne = std::function<bool(const GridToRun&)>;
    // Runs a grid of the host's and all that comes of it.
    void run_tree(const ChildWork& root, const WorkPlace& place, const RunOne& run_one);
    // Whether observers are to be told which work is which, though there is one queue.
    bool any() const { return any_; }

    std::optional<std::uint64_t> call(exec::DeviceCall which,
                                      std::span<const std::uint64_t> arguments,
                                      exec::DeviceCaller& caller) override;

  private:
    // A grid that has ended, with what is still to run of its children, and the launches that count
    // as pending until all of it has ended.
    struct EndedGrid {
        std::unique_ptr<ParentGrid> grid;
        std::uint64_t slots = 0;
    };
    std::unique_ptr<ParentGrid> run_grid(const ChildWork& work, const ParentGrid* parent);
    void run_copy(const ChildWork& child, const ParentGrid& parent);
    void record_copy(const ChildWork& child, const ParentGrid& parent, std::uint64_t own);
    bool is_shared(std::uint64_t address) const; // by the host, while that matters
    std::optional<std::size_t> choose(const ParentGrid& grid);
    void begin_work(std::string name, std::uint32_t grid, bool launches_grids);

    // A call: its arguments and its thread.
    struct Calling {
        std::span<const std::uint64_t> arguments;
        exec::DeviceCaller& caller;
        std::uint64_t thread = 0; // of all of the grid
        std::uint64_t operator[](std::size_t index) const {
            return index < arguments.size() ? arguments[index] : 0;
        }
        int number(std::size_t index) const { return static_cast<int>((*this)[index]); }
    };
    cudaError_t keep(const Calling& calling, cudaError_t error);
    std::uint64_t parameter_buffer(const Calling& calling);
    cudaError_t check_launch(const Calling& calling, const ChildBuffer& wanted);
    cudaError_t refuse(const Calling& calling, const char* api, cudaError_t error,
                       const std::string& why);
    cudaError_t refuse_free(const Calling& calling);
    static std::string place_of(const Calling& calling);
    std::optional<std::uint64_t> take_buffer(std::uint64_t bytes);
    cudaError_t launch(const Calling& calling, bool per_thread);
    cudaError_t copy(const Calling& calling, ChildCopy copy, std::uint64_t stream, bool per_thread);
    cudaError_t add(const Calling& calling, ChildWork work, std::uint64_t stream, bool per_thread);
    std::optional<std::uint32_t> stream_of(const Calling& calling, std::uint64_t handle,
                                           bool per_thread);
    std::uint32_t new_stream();
    cudaError_t record(const Calling& calling, bool per_thread);
    cudaError_t wait_for_event(const Calling& calling, bool per_thread);
    std::optional<cudaError_t> answer(exec::DeviceCall which, const Calling& calling);
    std::optional<cudaError_t> answer_copy(exec::DeviceCall which, const Calling& calling);
    std::optional<cudaError_t> answer_about_device(exec::DeviceCall which, const Calling& calling);
    std::uint64_t text_on_device(const char* text);
    std::optional<cudaError_t> give(const Calling& calling, std::uint64_t to, const void* value,
                                    std::size_t bytes);

    Runtime& runtime_;
    ParentGrid* grid_ = nullptr;       // that runs
    const WorkPlace* place_ = nullptr; // of the tree
    const RunOne* run_one_ = nullptr;
    std::uint32_t numbers_ = 0; // given in this tree
    std::uint64_t pending_ = 0; // launches of this tree that have not ended with all of theirs
    std::uint64_t handles_ = 0; // given to streams and events
    std::map<std::string, std::uint64_t> texts_;
    std::optional<std::mt19937_64> random_; // with a seed
    bool any_ = false;
};

} // namespace vgpu::runtime
