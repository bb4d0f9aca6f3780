// Runs device work that nobody waits for when the host may be waiting for it all the same: in a
// loop that reads memory which kernels can write (pinned, managed), without asking CUDA anything.
//
// Work runs when it is waited for, in the thread that waits (work_queues.hpp). A program that
// shares memory with its kernels, has work pending and then computes for long without a call is
// taken to read that memory; a thread of the runtime's runs the work then, under the runtime's
// lock. Programs that share no memory have no such thread (docs/decisions/0008).
#pragma once

#include <atomic>
#include <condition_variable>
#include <thread>

namespace vgpu::runtime {

class Runtime;

class IdleRunner {
  public:
    explicit IdleRunner(Runtime& runtime) : runtime_(runtime) {}

    // Work was submitted; the caller holds the runtime's lock.
    void note_work();
    // Ends the thread, if there is one; the next work starts another. The caller holds no lock and
    // has no work pending.
    void retire();
    // The program ends: a kernel that this thread runs is stopped. The caller holds no lock.
    void stop();

  private:
    void loop();
    bool host_stays_away();
    void run_pending();

    Runtime& runtime_;
    std::condition_variable_any wake_;
    std::thread::id thread_;
    bool is_patient_ = true; // until it has found the host waiting once
    std::atomic<bool> running_{false}, stopping_{false}, retiring_{false}, exists_{false};
};

} // namespace vgpu::runtime
