#include "vgpu/runtime/idle_runner.hpp"

#include "vgpu/runtime/runtime.hpp"

#include <chrono>
#include <ctime>
#include <system_error>

namespace vgpu::runtime {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// How long the host makes no call before its work runs: processor time of the program, so that a
// busy machine does not decide, or real time if the program sleeps.
struct Patience {
    std::chrono::nanoseconds computing, sleeping;
};
constexpr Patience at_first{100ms, 2s};
constexpr Patience later{1ms, 20ms};

std::chrono::nanoseconds processor_time() {
    timespec time = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

void IdleRunner::note_work() {
    if (stopping_) return;
    if (thread_ != std::thread::id()) return wake_.notify_all();
    try {
        exists_ = true;
        std::thread runner([this] { loop(); });
        thread_ = runner.get_id();
        runner.detach(); // it waits for ever at the program's end
    } catch (const std::system_error&) {
        exists_ = false;
        // No thread to be had: such work runs when it is waited for, as any other.
    }
}

void IdleRunner::retire() {
    if (!exists_) return;
    retiring_ = true;
    while (exists_) {
        wake_.notify_all();
        std::this_thread::sleep_for(20us);
    }
    retiring_ = false;
}

void IdleRunner::stop() {
    stopping_ = true;
    if (std::this_thread::get_id() == thread_) return; // a host function calls exit
    // A host function of the program's can take for ever.
    const auto longest = Clock::now() + 2s;
    while (running_ && Clock::now() < longest) {
        if (exec::Device* device = runtime_.device_if_created()) device->request_stop();
        std::this_thread::sleep_for(1ms);
    }
}

void IdleRunner::loop() {
    std::unique_lock lock(runtime_.mutex);
    while (!stopping_ && !retiring_) {
        if (runtime_.work.pending() == 0) {
            wake_.wait(lock);
            continue;
        }
        const std::uint64_t calls = runtime_.calls;
        lock.unlock();
        const bool alone = host_stays_away();
        lock.lock();
        if (alone && calls == runtime_.calls && !stopping_) run_pending();
    }
    thread_ = {};
    exists_ = false;
}

bool IdleRunner::host_stays_away() {
    const Patience patience = is_patient_ ? at_first : later;
    const std::uint64_t calls = runtime_.calls;
    const auto computed = processor_time();
    const auto since = Clock::now();
    while (processor_time() - computed < patience.computing &&
           Clock::now() - since < patience.sleeping) {
        std::this_thread::sleep_for(is_patient_ ? 5ms : 500us);
        if (calls != runtime_.calls || stopping_ || retiring_) return false;
    }
    return true;
}

// A kernel may wait for the host to write, and the host may call CUDA before it does: while the
// kernel only looks at memory the lock is free for calls.
void IdleRunner::run_pending() {
    running_ = true;
    is_patient_ = false;
    runtime_.current_api = "polling";
    exec::Device& device = runtime_.device();
    device.set_waiting([this] {
        if (runtime_.waiting_calls == 0) return;
        runtime_.mutex.unlock();
        std::this_thread::sleep_for(50us);
        runtime_.mutex.lock();
    });
    runtime_.work.run_until(runtime_.work.point_of_all());
    device.set_waiting({});
    running_ = false;
}

} // namespace vgpu::runtime
