// Host code that touches device memory: caught, named, and left to die as it would on a GPU's
// machine.
//
// Device addresses have no access rights on the host, so such code gets SIGSEGV (SIGBUS on some
// systems). The handler says what happened and what to do, records the fault, and passes the signal
// on to whoever had it before.
#pragma once

namespace vgpu::runtime {

// Idempotent. Called when the device is created; a handler that the program installs later takes
// precedence over ours.
void install_host_access_handler();

} // namespace vgpu::runtime
