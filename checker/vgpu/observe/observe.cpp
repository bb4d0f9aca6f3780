#include "vgpu/observe/observe.hpp"

#include "vgpu/observe/idle_threads.hpp"
#include "vgpu/observe/initcheck.hpp"
#include "vgpu/observe/racecheck.hpp"
#include "vgpu/observe/source_place.hpp"
#include "vgpu/observe/traffic.hpp"
#include "vgpu/observe/work_races.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace vgpu::observe {

namespace {

// What a profile knows besides the counters.
struct ProfileFacts {
    AccessSamples samples;
    FirstAccessTable first_accesses;
    RepeatedReads reads;
    LeastTrafficTable least;
    IdleThreads idle_threads;

    void launch_begin(const exec::LaunchInfo& launch) {
        samples.launch_begin();
        first_accesses.launch_begin();
        least.launch_begin();
        reads.launch_begin();
        idle_threads.launch_begin(launch);
    }
    void access(const Access& access) {
        samples.access(access);
        first_accesses.access(access);
        least.access(access);
        reads.access(access);
        idle_threads.access(access);
    }
};

class All final : public Observers {
  public:
    All(const Options& options, exec::FaultSink& sink) : options_(options) {
        if (options.race) race_.emplace(sink, places_, options);
        if (options.race) work_races_.emplace(sink, options.max_reports, options.race_shadow_bytes);
        if (options.initialised) initialised_.emplace(sink, places_, options.max_reports);
        if (options.traffic) traffic_.emplace();
        if (options.traffic && options.instructions) profile_.emplace();
    }

    std::uint32_t wants() const override {
        std::uint32_t kinds = profile_ ? exec::event_instruction | exec::event_block : 0u;
        if (race_) return kinds | exec::every_event;
        if (initialised_) kinds |= exec::event_access | exec::event_block;
        if (traffic_) kinds |= exec::event_access | exec::event_branch | exec::event_barrier;
        return kinds;
    }
    void on_allocate(std::uint64_t address, std::uint64_t bytes, bool initialised) override {
        if (initialised_) initialised_->allocate(address, bytes, initialised);
    }
    void on_free(std::uint64_t address, std::uint64_t bytes) override {
        if (work_races_) work_races_->free(address, bytes);
    }
    void on_birth(const exec::WorkInfo& work, std::uint64_t address, std::uint64_t bytes) override {
        if (work_races_) work_races_->birth(work, address, bytes);
    }
    void on_work(const exec::WorkInfo& work) override {
        if (work_races_) work_races_->work(work);
    }
    void on_host_access(const exec::HostAccess& access) override {
        if (work_races_) work_races_->host_access(access);
        if (initialised_) initialised_->host_access(access);
    }

    void on_launch_begin(const exec::LaunchInfo& launch) override {
        warps_per_block_ = launch.warps_per_block;
        places_.clear();
        shapes_.clear();
        if (work_races_) work_races_->launch_begin(launch);
        if (race_) {
            race_->log().forget_dropped();
            race_->launch_begin(launch);
        }
        if (initialised_) {
            initialised_->log().forget_dropped();
            initialised_->launch_begin(launch.shared_bytes);
        }
        if (traffic_) traffic_->launch_begin();
        if (profile_) profile_->launch_begin(launch);
        has_queues_ = work_races_ && work_races_->active();
    }
    void on_launch_end(const exec::LaunchInfo&) override {
        if (traffic_)
            for (Shape& shape : shapes_.all()) traffic_->count_repeats(shape);
        if (race_) race_->launch_end();
        if (work_races_) work_races_->launch_end();
        if (!noticed_ && ((race_ && race_->is_full()) || (work_races_ && work_races_->is_full()))) {
            noticed_ = true;
            if (options_.notice)
                options_.notice(fmt::format(
                    "races in global memory are no longer looked for everywhere: the {} MiB for "
                    "remembering who accessed what are used up; WORKBOOK_RACE_MEMORY={}G gives "
                    "more",
                    options_.race_shadow_bytes >> 20,
                    std::max<std::uint64_t>(options_.race_shadow_bytes >> 29, 4)));
        }
        if (initialised_) initialised_->launch_end();
    }
    void on_block_begin(std::uint64_t block) override {
        if (race_) race_->block_begin(block);
        if (initialised_) initialised_->block_begin(block);
    }
    void on_block_end(std::uint64_t block) override {
        if (race_) race_->block_end(block);
        if (initialised_) initialised_->block_end(block);
        if (profile_) profile_->idle_threads.block_end(block);
    }

    void on_access(const exec::AccessEvent& event) override {
        if (event.mask == 0) return;
        if (event.space == ptx::Space::param) {
            if (initialised_) initialised_->parameters(event);
            return;
        }
        const std::uint32_t place =
            places_.number(event.place, event.operation->action, event.operation->compare);
        Shape& shape = shapes_.at(place);
        if (traffic_) traffic_->count_repeats(shape);
        shapes_.renew(shape, event, place);
        const Access access{event, place, shape};
        if (traffic_) traffic_->access(access);
        if (profile_) profile_->access(access);
        if (initialised_) initialised_->access(access);
        if (race_ && event.cannot_race && options_.exempts_loads)
            shape.race_bits = cell::of_place(place); // of those like it that may race
        else if (race_)
            race_->access(access);
        if (has_queues_) work_races_->access(access);
        if (event.again != nullptr) {
            event.again->look = look_for(event, shape);
            event.again->observer = this;
            event.again->known = &shape;
        }
    }
    std::uint64_t* on_exemption(exec::RepeatedAccess& again, std::uint64_t first, ptx::Space space,
                                std::uint64_t begin, std::uint64_t end) override {
        if (!options_.exempts_loads || again.look == nullptr) return nullptr;
        Shape& shape = shape_in(again);
        if (traffic_ && !Traffic::knows(shape, first)) return nullptr;
        if (space == ptx::Space::shared) return &shape.repeats;
        if (has_queues_ || (initialised_ && !initialised_->is_all_written(begin, end)))
            return nullptr;
        return &shape.repeats;
    }
    bool on_quiet_phase(std::uint64_t block) override {
        return options_.exempts_loads && !profile_ &&
               (!initialised_ || initialised_->is_shared_all_written(block));
    }
    void on_use(const exec::AccessEvent& load) override {
        if (initialised_)
            initialised_->use(load, places_.number(load.place, load.operation->action));
    }
    void on_pass(const exec::PassEvent& event) override {
        if (initialised_) initialised_->pass(event);
    }
    void on_frame_end(const exec::WarpPlace& warp, const std::byte* area,
                      std::uint64_t bytes) override {
        if (initialised_) initialised_->end_frame(warp, area, bytes);
    }
    void on_barrier(const exec::BarrierEvent& event) override {
        if (race_) race_->barrier(event);
        if (traffic_ && !event.arriving) {
            std::uint64_t lanes = 0;
            for (std::uint32_t warp = 0; warp < warps_per_block_; ++warp)
                lanes += static_cast<std::uint64_t>(std::popcount(event.arrived[warp]));
            traffic_->barrier(places_.number(event.place), lanes);
        }
    }
    void on_warp_sync(const exec::WarpSyncEvent& event) override {
        if (race_) race_->warp_sync(event);
    }
    void on_fence(const exec::FenceEvent& event) override {
        if (race_) race_->fence(event);
    }
    void on_branch(const exec::BranchEvent& event) override {
        if (traffic_) traffic_->branches(places_.number(event.place), event.times, event.divergent);
    }
    void on_exit(const exec::WarpPlace& warp, std::uint32_t mask) override {
        if (race_) race_->exit(warp, mask);
    }

    void on_instruction(const exec::InstructionEvent& event) override {
        traffic_->instruction(places_.number(event.place), event.warps, event.threads);
    }

    LaunchTraffic last_launch(const exec::LaunchCounters& executed) const override {
        LaunchTraffic result;
        if (race_) result.dropped_reports += race_->log().dropped();
        if (initialised_) result.dropped_reports += initialised_->log().dropped();
        if (traffic_) add_traffic(result);
        if (profile_) result.idle_threads = profile_->idle_threads.count();
        result.total.warp_instructions = executed.warp_instructions;
        result.total.thread_instructions = executed.thread_instructions;
        result.total.active_lane_sum = executed.thread_instructions;
        return result;
    }

  private:
    // How later accesses of a pattern are looked at. A row of 4 or 8 bytes a lane, and a tile (loads
    // of 4 bytes from shared memory, each half warp's for itself: what kernels with tiles of 16
    // columns do), have a quick look of their own, which decides nearly all of them.
    exec::RepeatedAccess::Look look_for(const exec::AccessEvent& event, const Shape& shape) const {
        if (profile_ || !is_simple(event)) return nullptr; // the first address is not enough
        const bool is_shared = event.space == ptx::Space::shared;
        if (shape.layout.is_row && !shape.ends_copy) {
            if (event.bytes == 4) return is_shared ? look<quick_row<true, 4>> : look<quick_row<false, 4>>;
            if (event.bytes == 8) return is_shared ? look<quick_row<true, 8>> : look<quick_row<false, 8>>;
        }
        if (is_shared && shape.loads && event.bytes == 4 && !shape.layout.is_row &&
            !shape.layout.is_place)
            return look<quick_tile>;
        return look<nothing_quick>;
    }
    static Shape& shape_in(const exec::RepeatedAccess& again) {
        return *static_cast<Shape*>(again.known);
    }
    using QuickLook = bool(All&, const Shape&, std::uint64_t first, const exec::WarpPlace&);
    template <QuickLook quick>
    static bool look(exec::RepeatedAccess& again, std::uint64_t first, const exec::WarpPlace& warp) {
        All& all = static_cast<All&>(*again.observer);
        Shape& shape = shape_in(again);
        if (all.traffic_ && !Traffic::knows(shape, first)) return false;
        shape.expect_next(first);
        // Whoever says no has done no harm: the access is looked at again, then closely.
        if (all.has_queues_ && !all.work_races_->repeated(shape, first)) return false;
        if (!quick(all, shape, first, warp)) return all.repeated(shape, first, warp);
        ++shape.repeats;
        return true;
    }
    template <bool is_shared, int bytes>
    static bool quick_row(All& all, const Shape& shape, std::uint64_t first,
                          const exec::WarpPlace& warp) {
        return first % ShadowLine::bytes == 0 &&
               (!all.initialised_ ||
                all.initialised_->quick_row<is_shared, bytes>(shape, first, warp.block)) &&
               (!all.race_ || all.race_->quick_row<is_shared, bytes>(shape, first, warp));
    }
    static bool quick_tile(All& all, const Shape& shape, std::uint64_t first,
                           const exec::WarpPlace& warp) {
        return (!all.initialised_ || all.initialised_->quick_tile(shape, first, warp.block)) &&
               (!all.race_ || all.race_->quick_tile(shape, first, warp));
    }
    static bool nothing_quick(All&, const Shape&, std::uint64_t, const exec::WarpPlace&) {
        return false;
    }
    // Not inlined, and called last: a quick look needs no registers for this.
    [[gnu::noinline]] bool repeated(Shape& shape, std::uint64_t first, exec::WarpPlace warp) {
        if ((initialised_ && !initialised_->repeated(shape, first, warp.block)) ||
            (race_ && !race_->repeated(shape, first, warp)))
            return false;
        ++shape.repeats;
        return true;
    }
    void add_traffic(LaunchTraffic& result) const {
        std::map<std::pair<std::string, int>, LineCounters> lines;
        const std::vector<Counters>& counters = traffic_->counters();
        for (std::uint32_t place = 1; place < places_.size() && place < counters.size(); ++place) {
            result.total += counters[place];
            if (profile_ && place < profile_->reads.reads().size())
                result.reads += profile_->reads.reads()[place];
            if (profile_ && place < profile_->least.places().size())
                result.least += profile_->least.places()[place];
            const exec::CodePlace& code = places_[place].place;
            if (!options_.lines || code.resolver == nullptr) continue;
            const exec::Site site = code.resolver->site(code, {}, 0);
            if (const exec::SourceFrame* frame = frame_to_show(site)) {
                LineCounters& line = lines[{frame->file, frame->line}];
                line.counters += counters[place];
                if (profile_) add_profile(place, code, line);
            }
        }
        for (auto& [key, line] : lines) {
            if (line.counters == Counters{}) continue;
            line.file = key.first;
            line.line = key.second;
            end_series(line.series);
            result.lines.push_back(std::move(line));
        }
    }

    void add_profile(std::uint32_t place, const exec::CodePlace& code, LineCounters& line) const {
        if (place < profile_->samples.samples().size())
            add_sample(profile_->samples.samples()[place], code, line.accesses);
        profile_->first_accesses.add(place, code, line.series);
        if (place < profile_->reads.reads().size()) line.reads += profile_->reads.reads()[place];
        if (place < profile_->least.places().size()) line.least += profile_->least.places()[place];
    }

    static void add_sample(const AccessSample& sample, const exec::CodePlace& code,
                           std::vector<AccessSample>& accesses) {
        if (sample.mask == 0) return;
        const auto known =
            std::find_if(accesses.begin(), accesses.end(), [&](const AccessSample& other) {
                return other.space == sample.space && other.action == sample.action;
            });
        if (known != accesses.end() && !costs_more(sample, *known)) return;
        AccessSample& kept = known == accesses.end() ? accesses.emplace_back() : *known;
        kept = sample;
        kept.memory =
            code.resolver->describe(sample.space, sample.addresses[std::countr_zero(sample.mask)])
                .name;
    }

    Options options_;
    PlaceTable places_;
    ShapeTable shapes_;
    std::optional<Racecheck> race_;
    std::optional<WorkRaces> work_races_;
    bool noticed_ = false;
    std::optional<Initcheck> initialised_;
    std::optional<Traffic> traffic_;
    std::optional<ProfileFacts> profile_;
    std::uint32_t warps_per_block_ = 0;
    bool has_queues_ = false; // the launch under way is work in one of several
};

} // namespace

std::shared_ptr<Observers> Observers::create(const Options& options, exec::FaultSink& sink) {
    return std::make_shared<All>(options, sink);
}

} // namespace vgpu::observe
