// Loads that need only be counted (exec::Observer::on_exemption): whether they are or not, every
// report and every counter must be the same. Random kernels, in most of which something races or
// reads what was never written.
//
// WORKBOOK_EXEMPTION_SEEDS=5000 tries that many more.
#include "random_ptx.hpp"

#include "vgpu/exec/device.hpp"
#include "vgpu/observe/observe.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstdlib>
#include <cstring>
#include <numeric>

namespace vgpu::observe::test {
namespace {

constexpr std::size_t words = 2048, bytes = 4 * words; // of an array

struct Sink final : exec::FaultSink {
    void report(exec::Fault fault) override {
        reports.push_back(fault.message + "; " + fault.detail + "; " + std::to_string(fault.count));
    }
    std::vector<std::string> reports;
};

// Passes everything on, and counts what became exempt.
class Counting final : public exec::Observer {
  public:
    explicit Counting(std::shared_ptr<Observers> to) : to_(std::move(to)) {}
    int exemptions = 0, quiet_phases = 0;

    std::uint32_t wants() const override { return to_->wants(); }
    void on_allocate(std::uint64_t address, std::uint64_t size, bool initialised) override {
        to_->on_allocate(address, size, initialised);
    }
    void on_free(std::uint64_t address, std::uint64_t size) override {
        to_->on_free(address, size);
    }
    void on_work(const exec::WorkInfo& work) override { to_->on_work(work); }
    void on_host_access(const exec::HostAccess& access) override { to_->on_host_access(access); }
    void on_launch_begin(const exec::LaunchInfo& launch) override { to_->on_launch_begin(launch); }
    void on_launch_end(const exec::LaunchInfo& launch) override { to_->on_launch_end(launch); }
    void on_block_begin(std::uint64_t block) override { to_->on_block_begin(block); }
    void on_block_end(std::uint64_t block) override { to_->on_block_end(block); }
    void on_access(const exec::AccessEvent& event) override { to_->on_access(event); }
    std::uint64_t* on_exemption(exec::RepeatedAccess& again, std::uint64_t first, ptx::Space space,
                                std::uint64_t begin, std::uint64_t end) override {
        std::uint64_t* const times = to_->on_exemption(again, first, space, begin, end);
        exemptions += times != nullptr && space == ptx::Space::global;
        return times;
    }
    bool on_quiet_phase(std::uint64_t block) override {
        const bool is_quiet = to_->on_quiet_phase(block);
        quiet_phases += is_quiet;
        return is_quiet;
    }
    void on_use(const exec::AccessEvent& load) override { to_->on_use(load); }
    void on_barrier(const exec::BarrierEvent& event) override { to_->on_barrier(event); }
    void on_warp_sync(const exec::WarpSyncEvent& event) override { to_->on_warp_sync(event); }
    void on_fence(const exec::FenceEvent& event) override { to_->on_fence(event); }
    void on_branch(const exec::BranchEvent& event) override { to_->on_branch(event); }
    void on_exit(const exec::WarpPlace& warp, std::uint32_t mask) override {
        to_->on_exit(warp, mask);
    }

  private:
    std::shared_ptr<Observers> to_;
};

struct Outcome {
    std::vector<std::string> reports;
    Counters counters;
    std::vector<std::uint64_t> busiest; // LaunchTraffic::busiest_warp_instructions of each launch
    std::vector<std::uint32_t> results;
    int exemptions = 0, quiet_phases = 0;
};

// Launches of one kernel, with what may happen to its arrays in between.
class Story {
  public:
    Story(const RandomPtx& kernel, unsigned seed, bool exempts_loads)
        : random_(seed), observers_(Observers::create({.exempts_loads = exempts_loads}, sink_)),
          counting_(std::make_shared<Counting>(observers_)),
          device_(exec::Device::create({.memory_bytes = 64 << 20})) {
        device_->add_observer(counting_);
        const auto module = device_->load(kernel.text, "random");
        if (!module) FAIL(module.error().message << "\n" << kernel.text);
        kernel_ = device_->find_kernel(*module, "kernel").value();
        has_streams_ = below(4) == 0;
        for (std::size_t i = 0; i < 4; ++i)
            arrays_[i] = allocate(i == 3 && kernel.half_written ? bytes / 2 : bytes);
    }

    Outcome run() {
        std::array<std::uint64_t, 4> parameters = arrays_;
        for (int i = 0; i < 3; ++i) {
            launch(parameters);
            parameters = arrays_;
            happen(parameters);
        }
        for (const std::uint64_t array : arrays_) {
            const auto* values =
                reinterpret_cast<const std::uint32_t*>(device_->memory().host_view(array));
            outcome_.results.insert(outcome_.results.end(), values, values + words);
        }
        outcome_.reports = std::move(sink_.reports);
        outcome_.exemptions = counting_->exemptions;
        outcome_.quiet_phases = counting_->quiet_phases;
        return std::move(outcome_);
    }

  private:
    std::uint64_t below(std::uint64_t end) { return random_() % end; }

    std::uint64_t allocate(std::uint64_t written) {
        const std::uint64_t array = device_->memory().allocate(bytes, "cudaMalloc").value();
        std::vector<std::uint32_t> values(words);
        std::iota(values.begin(), values.end(), static_cast<std::uint32_t>(below(4)));
        std::memcpy(device_->memory().host_view(array), values.data(), bytes);
        device_->notify_host_access({.address = array, .bytes = written, .writes = true});
        return array;
    }
    void begin_work() {
        if (!has_streams_) return;
        exec::WorkInfo work;
        work.queue = static_cast<std::uint32_t>(1 + below(2));
        work.number = ++numbers_[work.queue];
        work.name = "work in stream " + std::to_string(work.queue);
        work.after = {0, below(numbers_[1] + 1), below(numbers_[2] + 1)};
        device_->begin_work(work);
    }
    void launch(const std::array<std::uint64_t, 4>& arrays) {
        struct Parameters {
            std::array<std::uint64_t, 4> arrays;
            std::uint32_t n = RandomPtx::threads * RandomPtx::blocks;
        } parameters{arrays};
        begin_work();
        const auto result = device_->launch(
            kernel_, {.grid = {RandomPtx::blocks, 1, 1}, .block = {RandomPtx::threads, 1, 1}},
            std::as_bytes(std::span(&parameters, 1)));
        if (result.fault) sink_.reports.push_back(result.fault->message + result.fault->detail);
        const LaunchTraffic traffic = observers_->last_launch(result.counters);
        outcome_.counters += traffic.total;
        outcome_.busiest.push_back(traffic.busiest_warp_instructions);
    }
    void happen(std::array<std::uint64_t, 4>& parameters) {
        const std::uint64_t one = below(4), other = below(4);
        switch (below(7)) {
        case 0: // two parameters are one array
            parameters[one] = arrays_[other];
            break;
        case 1:
            std::swap(parameters[one], parameters[other]);
            break;
        case 2: // from the middle of an array on
            parameters[one] = arrays_[one] + bytes / 4;
            break;
        case 3: // another array, half of it written
            device_->memory().free(arrays_[one]);
            parameters[one] = arrays_[one] = allocate(bytes / 2);
            break;
        case 4: { // a copy within the device: as unwritten as its source
            if (one == other) break;
            begin_work();
            std::memcpy(device_->memory().host_view(arrays_[one]),
                        device_->memory().host_view(arrays_[other]), bytes);
            device_->notify_host_access(
                {.address = arrays_[other], .bytes = bytes, .other = arrays_[one]});
            device_->notify_host_access(
                {.address = arrays_[one], .bytes = bytes, .writes = true, .other = arrays_[other]});
            break;
        }
        case 5:
            begin_work();
            device_->notify_host_access(
                {.address = arrays_[one], .bytes = bytes / 2, .writes = true});
            break;
        default:
            break;
        }
    }

    std::mt19937_64 random_;
    Sink sink_;
    std::shared_ptr<Observers> observers_;
    std::shared_ptr<Counting> counting_;
    std::unique_ptr<exec::Device> device_;
    exec::KernelId kernel_{};
    std::array<std::uint64_t, 4> arrays_{};
    std::array<std::uint64_t, 3> numbers_{};
    bool has_streams_ = false;
    Outcome outcome_;
};

} // namespace

TEST_CASE("random kernels: reports and counters are the same with exempt loads and without") {
    unsigned seeds = 200;
    if (const char* more = std::getenv("WORKBOOK_EXEMPTION_SEEDS"))
        seeds += static_cast<unsigned>(std::atoi(more));
    int faulty = 0, clean = 0, exempt = 0, quiet = 0, exempt_and_faulty = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        const RandomPtx kernel(seed);
        const Outcome with = Story(kernel, seed, true).run(),
                      without = Story(kernel, seed, false).run();
        INFO("seed " << seed << "\n" << kernel.text);
        CHECK(with.reports == without.reports);
        CHECK((with.counters == without.counters));
        CHECK(with.busiest == without.busiest);
        CHECK(with.results == without.results);
        CHECK(without.exemptions + without.quiet_phases == 0);
        ++(with.reports.empty() ? clean : faulty);
        exempt += with.exemptions != 0;
        quiet += with.quiet_phases != 0;
        exempt_and_faulty += !with.reports.empty() && with.exemptions + with.quiet_phases != 0;
    }
    CHECK(faulty > 30); // that something was tried
    CHECK(clean > 10);
    CHECK(exempt > 30);
    CHECK(quiet > 15);
    CHECK(exempt_and_faulty > 20);
}

} // namespace vgpu::observe::test
