#include "vgpu/client/idle_runner.hpp"

#include "vgpu/client/link.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace vgpu::client {
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

struct Runner {
    std::mutex mutex;
    std::condition_variable wake;
    bool pending = false, exists = false;
    bool is_patient = true; // until it has found the host waiting once
    std::thread thread;     // joined when it retires; runs on when the program ends
    std::atomic<bool> stopping{false}, retiring{false};
};

Runner& runner() {
    static Runner& only = *new Runner; // its thread may wait for ever at the program's end
    return only;
}
thread_local bool is_runner = false;

bool host_stays_away(Runner& it) {
    const Patience patience = it.is_patient ? at_first : later;
    const std::uint64_t calls = calls_so_far();
    const auto computed = processor_time();
    const auto since = Clock::now();
    while (processor_time() - computed < patience.computing &&
           Clock::now() - since < patience.sleeping) {
        std::this_thread::sleep_for(it.is_patient ? 5ms : 500us);
        if (calls != calls_so_far() || it.stopping || it.retiring) return false;
    }
    return true;
}

void loop() {
    Runner& it = runner();
    is_runner = true;
    std::unique_lock lock(it.mutex);
    while (!it.stopping && !it.retiring) {
        if (!it.pending) {
            it.wake.wait(lock);
            continue;
        }
        lock.unlock();
        const bool alone = host_stays_away(it);
        if (alone && !it.stopping) {
            it.is_patient = false;
            // Reset before the call: the call's answer reports work that is submitted meanwhile.
            lock.lock();
            it.pending = false;
            lock.unlock();
            typed_call(calls::Function::workbook_run_pending, 0);
        }
        lock.lock();
    }
}

} // namespace

void note_pending_work() {
    Runner& it = runner();
    const std::lock_guard lock(it.mutex);
    it.pending = true;
    if (it.stopping || it.retiring || is_runner) return;
    if (it.exists) return it.wake.notify_all();
    // Signals are for the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        it.thread = std::thread(loop);
        it.exists = true;
    } catch (const std::system_error&) {
        // No thread could be started: the work runs when it is waited for, like any other.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void retire_idle_runner() {
    Runner& it = runner();
    std::unique_lock lock(it.mutex);
    if (!it.exists || is_runner) return;
    it.retiring = true;
    it.wake.notify_all();
    std::thread thread = std::move(it.thread);
    it.exists = false;
    lock.unlock();
    // Joined, it counts no longer as a thread of the program: a checker looks for those.
    thread.join();
    lock.lock();
    it.retiring = false;
    it.pending = false;
}

void note_exit() { runner().stopping = true; }

void forget_idle_runner() {
    Runner& it = runner();
    it.mutex.~mutex();
    new (&it.mutex) std::mutex;
    it.wake.~condition_variable();
    new (&it.wake) std::condition_variable;
    new (&it.thread) std::thread;
    it.pending = it.exists = it.retiring = false;
}

} // namespace vgpu::client
