#include "vgpu/runtime/child_grids.hpp"

#include "vgpu/runtime/runtime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace vgpu::runtime {

namespace {

// As long as one lives, also when a kernel is given up since its program is gone, the pointer
// points there.
template <class Target>
class Pointing {
  public:
    Pointing(Target*& pointer, Target* target) : pointer_(pointer) { pointer = target; }
    ~Pointing() { pointer_ = nullptr; }
    Pointing(const Pointing&) = delete;
    Pointing& operator=(const Pointing&) = delete;

  private:
    Target*& pointer_;
};

std::uint64_t count_in(const ChildClock& clock, std::size_t stream) {
    return stream < clock.size() ? clock[stream] : 0;
}

bool is_ready(const ParentGrid& grid, const ChildWork& child) {
    for (std::size_t stream = 0; stream < child.after.size(); ++stream)
        if (count_in(grid.done_of_stream, stream) < child.after[stream]) return false;
    return true;
}

void note_done(ParentGrid& grid, std::size_t index) {
    const ChildWork& child = grid.children[index];
    grid.is_done.resize(grid.children.size());
    grid.is_done[index] = true;
    ++grid.done;
    while (grid.first_open < grid.is_done.size() && grid.is_done[grid.first_open])
        ++grid.first_open;
    if (grid.done_of_stream.size() <= child.stream)
        grid.done_of_stream.resize(child.stream + std::size_t{1});
    grid.done_of_stream[child.stream] = child.number;
}

} // namespace

// A grid is over when all that it has launched is, so that what it has launched last needs it no
// more: a kernel may launch itself into cudaStreamTailLaunch again and again.
void ChildGrids::run_tree(const ChildWork& root, const WorkPlace& place, const RunOne& run_one) {
    any_ = true;
    const Pointing at_place(place_, &place);
    const Pointing at_run_one(run_one_, &run_one);
    numbers_ = 0;
    pending_ = 0;
    if (runtime_.settings.schedule_seed != 0 && !random_)
        random_.emplace(runtime_.settings.schedule_seed);
    std::vector<EndedGrid> ended;
    ended.push_back({run_grid(root, nullptr), 0});
    while (!ended.empty() && ended.back().grid != nullptr) {
        ParentGrid& parent = *ended.back().grid;
        const auto next = choose(parent);
        if (!next) {
            pending_ -= ended.back().slots;
            ended.pop_back();
            continue;
        }
        note_done(parent, *next);
        const ChildWork child = std::move(parent.children[*next]);
        if (child.copy) {
            run_copy(child);
            continue;
        }
        std::uint64_t slots = 1;
        EndedGrid last;
        if (parent.done == parent.children.size()) {
            last = std::move(ended.back());
            ended.pop_back();
            if (child.is_tail)
                pending_ -= last.slots;
            else
                slots += last.slots;
        }
        ended.push_back({run_grid(child, &parent), slots});
    }
    runtime_.begin_work(runtime_.device(), place, "the host"); // none of the tree
}

std::unique_ptr<ParentGrid> ChildGrids::run_grid(const ChildWork& work, const ParentGrid* parent) {
    exec::Device& device = runtime_.device();
    auto grid = std::make_unique<ParentGrid>();
    grid->name = device.kernel_name(work.kernel);
    grid->kernel = work.kernel;
    grid->depth = parent == nullptr ? 0 : parent->depth + 1;
    grid->device = static_cast<int>(work.config.device);
    grid->reachable = work.config.reachable;
    begin_work(parent == nullptr ? grid->name
                                 : fmt::format("{} launched by {}", grid->name, parent->name),
               work.number_in_tree, device.attributes(work.kernel).launches_grids);
    const bool goes_on = [&] {
        const Pointing at_grid(grid_, grid.get());
        return (*run_one_)({work, grid->name, parent, grid->depth});
    }();
    for (const std::uint64_t slab : grid->slabs) device.memory().free(slab);
    grid->buffers.clear();
    return goes_on ? std::move(grid) : nullptr;
}

// Among those that may run next, the one that was launched first, or any; tails after all others.
std::optional<std::size_t> ChildGrids::choose(const ParentGrid& grid) {
    std::vector<std::size_t> ready;
    const auto is_done = [&](std::size_t index) {
        return index < grid.is_done.size() && grid.is_done[index];
    };
    for (const bool tails : {false, true}) {
        for (std::size_t index = grid.first_open; index < grid.children.size(); ++index) {
            const ChildWork& child = grid.children[index];
            if (is_done(index) || child.is_tail != tails || !is_ready(grid, child)) continue;
            ready.push_back(index);
            if (!random_) return index;
        }
        if (!ready.empty()) return ready[(*random_)() % ready.size()];
    }
    return std::nullopt;
}

void ChildGrids::begin_work(std::string name, std::uint32_t grid, bool launches_grids) {
    runtime_.device().begin_work({.name = std::move(name),
                                  .queue = place_->queue,
                                  .number = place_->number,
                                  .after = place_->after,
                                  .is_in_tree = true,
                                  .grid = grid,
                                  .launches_grids = launches_grids});
}

void ChildGrids::run_copy(const ChildWork& child) {
    exec::Device& device = runtime_.device();
    const ChildCopy& copy = *child.copy;
    const char* api = copy.source != 0 ? "cudaMemcpyAsync" : "cudaMemsetAsync";
    begin_work(fmt::format("{} in a kernel", api), child.number_in_tree, false);
    exec::HostAccess write{copy.destination, copy.width, true,        copy.height,
                           copy.to_pitch,    api,        copy.source, copy.from_pitch};
    if (copy.source != 0)
        device.notify_host_access({copy.source, copy.width, false, copy.height, copy.from_pitch,
                                   api, copy.destination, copy.to_pitch});
    device.notify_host_access(write);
    for (std::uint64_t row = 0; row < copy.height; ++row) {
        std::byte* to = device.memory().host_view(copy.destination + row * copy.to_pitch);
        if (copy.source == 0)
            std::memset(to, copy.value, copy.width);
        else
            std::memmove(to, device.memory().host_view(copy.source + row * copy.from_pitch),
                         copy.width);
    }
}

} // namespace vgpu::runtime
