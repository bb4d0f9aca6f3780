#include "vgpu/runtime/child_grids.hpp"

#include "vgpu/runtime/runtime.hpp"
#include "vgpu/runtime/transfer.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

// Sets a pointer for the object's lifetime, then resets it to null, also if an exception ends the
// kernel because its program is gone.
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
            run_copy(child, parent);
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

// Recorded as a copy that the host makes. If its source is memory that the host shares, its
// direction is host to device.
void ChildGrids::record_copy(const ChildWork& child, const ParentGrid& parent, std::uint64_t own) {
    if (!runtime_.trace.recording()) return;
    const ChildCopy& copy = *child.copy;
    nlohmann::json event = {{field::type, event_type::set},
                            {field::api, "cudaMemsetAsync"},
                            {field::address, copy.destination},
                            {field::error, 0},
                            {field::bytes, copy.width * copy.height},
                            {field::own_bytes, own},
                            {field::parent, parent.name.substr(0, 4096)},
                            {field::place, child.place}};
    if (copy.source != 0) {
        event.erase(field::address);
        event.update(
            {{field::type, event_type::copy},
             {field::api, "cudaMemcpyAsync"},
             {field::direction, workbook::wire::direction_of_copy(!is_shared(copy.source),
                                                                  !is_shared(copy.destination))},
             {field::destination, copy.destination},
             {field::source, copy.source},
             {field::ran_in, runtime_.current_api}});
    }
    runtime_.trace.add_event(event);
}

bool ChildGrids::is_shared(std::uint64_t address) const {
    const observe::HostReads* const shared = runtime_.host_reads();
    return shared != nullptr && shared->meets(address, address + 1);
}

void ChildGrids::run_copy(const ChildWork& child, const ParentGrid& parent) {
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
    const bool from_host = copy.source != 0 && is_shared(copy.source);
    const bool to_host = is_shared(copy.destination);
    std::uint64_t own = copy.source == 0 && copy.value != 0 ? 1 : 0;
    std::vector<std::byte> bytes(copy.width, static_cast<std::byte>(copy.value));
    for (std::uint64_t row = 0; row < copy.height; ++row) {
        const std::uint64_t source = copy.source + row * copy.from_pitch;
        const std::uint64_t destination = copy.destination + row * copy.to_pitch;
        if (copy.source != 0)
            std::memcpy(bytes.data(), device.memory().host_view(source), copy.width);
        if (from_host)
            own += own_bytes_of_row(runtime_, bytes, copy.width * copy.height, source, source);
        std::memcpy(device.memory().host_view(destination), bytes.data(), copy.width);
        if (to_host && !from_host) runtime_.host_reads()->on_write(destination, bytes);
    }
    record_copy(child, parent, own);
}

} // namespace vgpu::runtime
