#include "vgpu/observe/observe.hpp"

#include "vgpu/observe/source_place.hpp"
#include "vgpu/observe/tools.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace vgpu::observe {

namespace {

class ObserverSet final : public Observers {
  public:
    ObserverSet(const Options& options, exec::FaultSink& sink)
        : options_(options), tools_({sink, places_, options_}) {
        tools_.each([&]<class Tool>(Tool&) {
            wants_ |= Tool::wants;
            if (hook::access::is_in<Tool> && !hook::repeated::is_in<Tool>) tells_in_short_ = false;
        });
    }

    std::uint32_t wants() const override { return wants_; }

    void on_allocate(std::uint64_t address, std::uint64_t bytes, bool initialised) override {
        tools_.tell<hook::allocate>(address, bytes, initialised);
    }
    void on_free(std::uint64_t address, std::uint64_t bytes) override {
        tools_.tell<hook::free>(address, bytes);
    }
    void on_map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) override {
        tools_.tell<hook::map>(address, bytes, home);
    }
    void on_birth(const exec::WorkInfo& work, std::uint64_t address, std::uint64_t bytes) override {
        tools_.tell<hook::birth>(work, address, bytes);
    }
    void on_work(const exec::WorkInfo& work) override { tools_.tell<hook::work>(work); }
    void on_host_access(const exec::HostAccess& access) override {
        tools_.tell<hook::host_access>(access);
    }

    void on_child(const exec::ChildEvent& child) override { tools_.tell<hook::child>(child); }

    void on_launch_begin(const exec::LaunchInfo& launch) override {
        places_.clear();
        shapes_.clear();
        tools_.each([&](auto& tool) { tool.launch_begin(launch); });
    }
    void on_launch_end(const exec::LaunchInfo&) override {
        tools_.each([&]<class Tool>(Tool& tool) {
            if constexpr (hook::count_repeats::is_in<Tool>)
                for (Shape& shape : shapes_.all()) tool.count_repeats(shape);
            if constexpr (hook::launch_end::is_in<Tool>) tool.launch_end();
            if constexpr (hook::is_full::is_in<Tool>) notice_if_full(tool.is_full());
        });
    }
    void on_block_begin(std::uint64_t block) override { tools_.tell<hook::block_begin>(block); }
    void on_block_end(std::uint64_t block) override { tools_.tell<hook::block_end>(block); }

    void on_access(const exec::AccessEvent& event) override {
        if (event.mask == 0) return;
        if (event.space == ptx::Space::param) {
            tools_.tell<hook::parameters>(event);
            return;
        }
        const std::uint32_t place =
            places_.number(event.place, event.operation->action, event.operation->compare);
        Shape& shape = shapes_.at(place);
        tools_.tell<hook::count_repeats>(shape);
        ShapeTable::renew(shape, event, place);
        const Access access{event, place, shape};
        tools_.tell<hook::access>(access);
        if (event.again != nullptr) {
            event.again->short_handler = short_handler_for(event, shape);
            event.again->observer = this;
            event.again->known = &shape;
        }
    }
    std::uint64_t* on_exemption(exec::RepeatedAccess& again, std::uint64_t first, ptx::Space space,
                                std::uint64_t begin, std::uint64_t end) override {
        if (!options_.exempts_loads || again.short_handler == nullptr) return nullptr;
        Shape& shape = shape_in(again);
        const bool is_exempt = tools_.all_say<hook::can_exempt>(shape, first, space, begin, end);
        return is_exempt ? &shape.repeats : nullptr;
    }
    bool on_quiet_phase(std::uint64_t block) override {
        return options_.exempts_loads && tells_in_short_ &&
               tools_.all_say<hook::quiet_phase>(block);
    }
    void on_open(std::uint64_t copy, const exec::AccessEvent& event) override {
        Shape shape = shape_of(event, places_.number(event.place, event.operation->action, false));
        tools_.tell<hook::open>(copy, Access{event, shape.place, shape});
    }
    void on_settle(std::uint64_t copy, std::uint32_t lanes, const exec::AccessEvent* store,
                   bool closes) override {
        tools_.tell<hook::settle>(copy, lanes);
        if (store != nullptr) on_access(*store);
        tools_.tell<hook::settled>(closes);
    }
    void on_close(std::uint64_t copy, std::uint32_t lanes) override {
        tools_.tell<hook::close>(copy, lanes);
    }
    void on_land(std::uint64_t copy, const exec::MBarrierEvent& event) override {
        tools_.tell<hook::land>(copy, event);
    }
    void on_use(const exec::AccessEvent& load) override { tools_.tell<hook::use>(load); }
    void on_pass(const exec::PassEvent& event) override { tools_.tell<hook::pass>(event); }
    void on_frame_end(const exec::WarpPlace& warp, const std::byte* area,
                      std::uint64_t bytes) override {
        tools_.tell<hook::frame_end>(warp, area, bytes);
    }
    void on_barrier(const exec::BarrierEvent& event) override { tools_.tell<hook::barrier>(event); }
    void on_mbarrier(const exec::MBarrierEvent& event) override {
        tools_.tell<hook::mbarrier>(event);
    }
    void on_cluster_barrier(const exec::ClusterEvent& event) override {
        tools_.tell<hook::cluster_barrier>(event);
    }
    void on_warp_sync(const exec::WarpSyncEvent& event) override {
        tools_.tell<hook::warp_sync>(event);
    }
    void on_fence(const exec::FenceEvent& event) override { tools_.tell<hook::fence>(event); }
    void on_tensor_map(const exec::TensorMapEvent& event) override {
        tools_.tell<hook::tensor_map>(event);
    }
    void on_branch(const exec::BranchEvent& event) override { tools_.tell<hook::branch>(event); }
    void on_exit(const exec::WarpPlace& warp, std::uint32_t mask) override {
        tools_.tell<hook::exit>(warp, mask);
    }
    void on_instruction(const exec::InstructionEvent& event) override {
        tools_.tell<hook::instruction>(event);
    }

    void on_lanes(const exec::LanesEvent& event) override { tools_.tell<hook::lanes>(event); }
    void keep_arrays(const ArrayWish& wish) override { tools_.tell<hook::keep_arrays>(wish); }
    LaunchTraffic last_launch(const exec::LaunchCounters& executed) const override {
        LaunchTraffic result;
        tools_.each([&]<class Tool>(const Tool& tool) {
            if constexpr (hook::dropped::is_in<Tool>) result.dropped_reports += tool.dropped();
        });
        if (tools_.get<Traffic>()) add_traffic(result);
        if (const auto& profile = tools_.get<ProfileFacts>())
            result.idle_threads = profile->idle_threads();
        if (const auto& log = tools_.get<ArrayLog>()) result.arrays = log->record();
        result.add(executed);
        return result;
    }

  private:
    static Shape& shape_in(const exec::RepeatedAccess& again) {
        return *static_cast<Shape*>(again.known);
    }
    // How later accesses like this one are looked at: a row of 4, 8 or 16 bytes per lane, which
    // nearly all are, has a quick look before the other.
    exec::RepeatedAccess::ShortHandler short_handler_for(const exec::AccessEvent& event,
                                                         const Shape& shape) const {
        if (!tells_in_short_ || !is_simple(event)) return nullptr;
        const bool is_weak = event.operation->ordering == isa::Ordering::weak;
        if (!shape.layout.is_row || shape.ends_copy || !is_weak) return look_at_others;
        const bool is_shared = event.space == ptx::Space::shared;
        if (event.bytes == 4) return is_shared ? look_at_row<true, 4> : look_at_row<false, 4>;
        if (event.bytes == 8) return is_shared ? look_at_row<true, 8> : look_at_row<false, 8>;
        if (event.bytes == 16) return is_shared ? look_at_row<true, 16> : look_at_row<false, 16>;
        return look_at_others;
    }
    template <bool is_shared, int bytes>
    static bool look_at_row(exec::RepeatedAccess& again, std::uint64_t first,
                            const exec::WarpPlace& warp) {
        auto& set = static_cast<ObserverSet&>(*again.observer);
        const bool is_ready = set.tools_.all_say<hook::is_ready>(warp);
        if (!is_ready) return set.look_when_ready(again, first, warp);
        Shape& shape = shape_in(again);
        shape.expect_next(first);
        const bool is_enough =
            first % ShadowLine::bytes == 0 && set.tools_.all_of([&]<class Tool>(Tool& tool) {
                if constexpr (hook::quick_row::is_in<Tool>)
                    return tool.template quick_row<is_shared, bytes>(shape, first, warp);
                else if constexpr (hook::repeated::is_in<Tool>)
                    return tool.repeated(shape, first, warp);
                return true;
            });
        if (!is_enough) return set.repeated(shape, first, warp);
        ++shape.repeats;
        return true;
    }
    [[gnu::noinline]] bool look_when_ready(exec::RepeatedAccess& again, std::uint64_t first,
                                           const exec::WarpPlace& warp) {
        tools_.tell<hook::make_ready>(warp);
        return again.short_handler(again, first, warp);
    }
    static bool look_at_others(exec::RepeatedAccess& again, std::uint64_t first,
                               const exec::WarpPlace& warp) {
        shape_in(again).expect_next(first);
        return static_cast<ObserverSet&>(*again.observer).repeated(shape_in(again), first, warp);
    }
    // A tool that says no has done no harm: the access is then reported in full. Not inlined, and
    // called last: a quick look needs no registers for this.
    [[gnu::noinline]] bool repeated(Shape& shape, std::uint64_t first, exec::WarpPlace warp) {
        const bool is_enough = tools_.all_say<hook::repeated>(shape, first, warp);
        shape.repeats += is_enough;
        return is_enough;
    }

    void notice_if_full(bool is_full) {
        if (!is_full || std::exchange(noticed_, true) || !options_.notice) return;
        options_.notice(fmt::format(
            "races in global memory are no longer looked for everywhere: the {} MiB for "
            "remembering who accessed what are used up; WORKBOOK_RACE_MEMORY={}G gives more",
            options_.race_shadow_bytes >> 20,
            std::max<std::uint64_t>(options_.race_shadow_bytes >> 29, 4)));
    }

    void add_traffic(LaunchTraffic& result) const {
        std::map<std::pair<std::string, int>, LineCounters> lines;
        std::map<std::uint32_t, std::pair<std::string, int>> line_of; // a place
        const std::vector<Counters>& counters = tools_.get<Traffic>()->counters();
        const auto& profile = tools_.get<ProfileFacts>();
        for (std::uint32_t place = 1; place < places_.size() && place < counters.size(); ++place) {
            result.total += counters[place];
            if (profile) {
                result.reads += profile->reads_of(place);
                result.least += profile->least_of(place);
            }
            const exec::CodePlace& code = places_[place].place;
            if (!options_.lines || code.resolver == nullptr) continue;
            const exec::Site site = code.resolver->site(code, {}, 0);
            if (const exec::SourceFrame* frame = frame_to_show(site)) {
                LineCounters& line = lines[{frame->file, frame->line}];
                line.counters += counters[place];
                if (!profile) continue;
                profile->add(place, code, line);
                line_of[place] = {frame->file, frame->line};
            }
        }
        std::map<std::pair<std::string, int>, std::size_t> index_of;
        for (auto& [key, line] : lines) {
            if (line.counters == Counters{}) continue;
            line.file = key.first;
            line.line = key.second;
            end_series(line.series);
            index_of[key] = result.lines.size();
            result.lines.push_back(std::move(line));
        }
        if (!profile) return;
        for (const WarpOfPlaces& warp : profile->warps()) {
            WarpLanes& lanes =
                result.warps.emplace_back(WarpLanes{warp.block, warp.warp, warp.all, {}});
            for (const auto& [place, times] : warp.places) {
                const auto line = line_of.find(place);
                const auto index =
                    line == line_of.end() ? index_of.end() : index_of.find(line->second);
                if (index == index_of.end()) continue;
                for (const auto& [mask, count] : times) lanes.lines[index->second][mask] += count;
            }
        }
    }

    Options options_;
    PlaceTable places_;
    ShapeTable shapes_;
    Tools tools_;
    std::uint32_t wants_ = 0;    // exec::EventKinds
    bool tells_in_short_ = true; // no tool wants to see each access
    bool noticed_ = false;
};

} // namespace

std::shared_ptr<Observers> Observers::create(const Options& options, exec::FaultSink& sink) {
    auto set = std::make_shared<ObserverSet>(options, sink);
    return set->wants() != 0 ? set : nullptr;
}

} // namespace vgpu::observe
