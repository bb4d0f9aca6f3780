#include "bench/steps_of_kernels.hpp"

#include "bench/step_counter.hpp"
#include "bench/virtual_gpu.hpp"

#include <cstdio>
#include <memory>
#include <set>

namespace bench {

namespace {

constexpr std::uint64_t fewest_blocks = 16; // of launches that are counted
constexpr std::uint64_t enough_steps = 60'000;

// Counts from the beginning of one block to that of a later one, with enough steps in between.
class Window final : public vgpu::exec::Observer {
  public:
    explicit Window(StepCounter& counter) : counter_(counter) {}
    std::uint32_t wants() const override { return vgpu::exec::event_block; }
    void open_at_launch(std::size_t launch, std::uint64_t block) {
        launches_before_ = launch + 1;
        first_ = block;
        blocks_ = 0;
    }
    std::uint64_t blocks() const { return blocks_; }
    std::uint64_t steps() const { return ended_ - began_; }

    void on_launch_begin(const vgpu::exec::LaunchInfo&) override {
        is_launch_ = launches_before_ == 1;
        if (launches_before_ != 0) --launches_before_;
    }
    void on_block_begin(std::uint64_t block) override {
        if (!is_launch_ || block < first_) return;
        if (block == first_) {
            began_ = counter_.steps();
            counter_.start();
        } else if (counter_.steps() - began_ >= enough_steps) {
            counter_.stop();
            ended_ = counter_.steps();
            blocks_ = block - first_;
            is_launch_ = false;
        }
    }

  private:
    StepCounter& counter_;
    std::size_t launches_before_ = 0;
    bool is_launch_ = false;
    std::uint64_t first_ = 0, blocks_ = 0, began_ = 0, ended_ = 0;
};

// Blocks that are long take turns with others, so a kernel is counted in its shortest workload.
void count_steps(Workload& work, bool checked, const std::string& places) {
    StepCounter counter;
    VirtualGpu gpu(checked);
    const auto window = std::make_shared<Window>(counter);
    gpu.watch(window);
    gpu.place(work);
    gpu.prepare(work);
    gpu.run(work);
    for (std::size_t launch = 0; launch < work.launches.size(); ++launch) {
        const vgpu::exec::Dim3& grid = work.launches[launch].config.grid;
        const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
        if (blocks < fewest_blocks) continue;
        gpu.prepare(work);
        window->open_at_launch(launch, blocks / 2);
        gpu.run(work);
        if (window->blocks() == 0) continue;
        const double instructions = static_cast<double>(gpu.counters(launch).warp_instructions) *
                                    static_cast<double>(window->blocks()) /
                                    static_cast<double>(blocks);
        std::printf("%s, %s\t%.4g\thost instructions\n", work.launches[launch].kernel,
                    checked ? "every check" : "without checks",
                    static_cast<double>(window->steps()) / instructions);
        std::fflush(stdout);
    }
    if (checked && !places.empty()) counter.write_places(places);
}

} // namespace

void count_steps_of_kernels(const std::string& only, const std::string& places) {
    std::set<std::string> counted;
    for (Workload& work : all_workloads()) {
        if (work.name.find(only) == std::string::npos) continue;
        if (!counted.insert(work.launches.front().kernel).second) continue;
        for (const bool checked : {false, true}) count_steps(work, checked, places);
    }
}

} // namespace bench
