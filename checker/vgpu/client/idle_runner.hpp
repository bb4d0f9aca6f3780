// Has the engine run device work that no call waits for when the host may be waiting for it all the
// same: in a loop that reads memory which kernels can write (pinned, managed), without a CUDA call.
//
// Work runs when it is waited for (runtime/work_queues.hpp). A program that shares memory with its
// kernels, has work pending and then computes for long without a call is taken to read that memory;
// a thread of this library's asks for the work then. Programs that share no memory have no such
// thread (docs/decisions/0008).
#pragma once

namespace vgpu::client {

// The engine has work that the host could be waiting for.
void note_pending_work();
// Ends the thread, if there is one; the next work starts another.
void retire_idle_runner();
// The program ends: nothing is asked for any more.
void note_exit();
// For the child after a fork: the thread exists only in the parent.
void forget_idle_runner();

} // namespace vgpu::client
