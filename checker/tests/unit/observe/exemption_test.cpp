// Loads that need only be counted (exec::Observer::on_exemption): whether they are or not, every
// report and every counter must be the same. Random kernels, in most of which something races or
// reads what nobody has written.
//
// WORKBOOK_EXEMPTION_SEEDS=5000 tries that many more.
#include "random_ptx.hpp"

#include "vgpu/exec/device.hpp"
#include "vgpu/observe/observe.hpp"

#include <catch2/catch_test_macros.hpp>

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
    void on_host_access(const exec::HostAccess& access) override { to_->on_host_access(access); }
    void on_launch_begin(const exec::LaunchInfo& launch) override { to_->on_launch_begin(launch); }
    void on_launch_end(const exec::LaunchInfo& launch) override { to_->on_launch_end(launch); }
    void on_block_begin(std::uint64_t block) override { to_->on_block_begin(block); }
    void on_block_end(std::uint64_t block) override { to_->on_block_end(block); }
    void on_access(const exec::AccessEvent& event) override { to_->on_access(event); }
    bool on_repeated_access(std::uint64_t pattern, std::uint64_t first,
                            exec::WarpPlace warp) override {
        return to_->on_repeated_access(pattern, first, warp);
    }
    std::uint64_t* on_exemption(std::uint64_t pattern, std::uint64_t first, ptx::Space space,
                                std::uint64_t begin, std::uint64_t end) override {
        std::uint64_t* const times = to_->on_exemption(pattern, first, space, begin, end);
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
    std::vector<std::uint32_t> results;
    int exemptions = 0, quiet_phases = 0;
};

Outcome run(const RandomPtx& kernel, bool exempts_loads) {
    Sink sink;
    const auto observers = Observers::create({.exempts_loads = exempts_loads}, sink);
    const auto counting = std::make_shared<Counting>(observers);
    const auto device = exec::Device::create({.memory_bytes = 64 << 20});
    device->add_observer(counting);
    const auto module = device->load(kernel.text, "random");
    if (!module) FAIL(module.error().message << "\n" << kernel.text);
    struct Parameters {
        std::uint64_t arrays[4];
        std::uint32_t n = RandomPtx::threads * RandomPtx::blocks;
    } parameters{};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint64_t array = device->memory().allocate(bytes, "cudaMalloc").value();
        parameters.arrays[i] = array;
        std::vector<std::uint32_t> values(words);
        std::iota(values.begin(), values.end(), static_cast<std::uint32_t>(i));
        std::memcpy(device->memory().host_view(array), values.data(), bytes);
        const std::uint64_t written = i == 3 && kernel.half_written ? bytes / 2 : bytes;
        device->notify_host_access({.address = array, .bytes = written, .writes = true});
    }
    Outcome outcome;
    for (int launch = 0; launch < 2; ++launch) {
        const auto result =
            device->launch(device->find_kernel(*module, "kernel").value(),
                           {.grid = {RandomPtx::blocks, 1, 1}, .block = {RandomPtx::threads, 1, 1}},
                           std::as_bytes(std::span(&parameters, 1)));
        if (result.fault) sink.reports.push_back(result.fault->message + result.fault->detail);
        outcome.counters += observers->last_launch(result.counters).total;
    }
    for (const std::uint64_t array : parameters.arrays) {
        const auto* values =
            reinterpret_cast<const std::uint32_t*>(device->memory().host_view(array));
        outcome.results.insert(outcome.results.end(), values, values + words);
    }
    outcome.reports = std::move(sink.reports);
    outcome.exemptions = counting->exemptions;
    outcome.quiet_phases = counting->quiet_phases;
    return outcome;
}

} // namespace

TEST_CASE("random kernels: reports and counters are the same with exempt loads and without") {
    unsigned seeds = 250;
    if (const char* more = std::getenv("WORKBOOK_EXEMPTION_SEEDS"))
        seeds += static_cast<unsigned>(std::atoi(more));
    int faulty = 0, clean = 0, exempt = 0, quiet = 0, exempt_and_faulty = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        const RandomPtx kernel(seed);
        const Outcome with = run(kernel, true), without = run(kernel, false);
        INFO("seed " << seed << "\n" << kernel.text);
        CHECK(with.reports == without.reports);
        CHECK((with.counters == without.counters));
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
