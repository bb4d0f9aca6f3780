// Host code that touches device memory: caught, named, and left to die as it would on a GPU's
// machine.
//
// Device addresses have no access rights on the host, so such code gets SIGSEGV (SIGBUS on some
// systems). The handler tells the engine, which says what happened and what to do and records the
// fault, and passes the signal on to the handler that was there before.
#pragma once

namespace vgpu::client {

// Idempotent. Called when the program has an engine; a handler that the program installs later
// takes precedence over ours.
void install_host_access_handler();

} // namespace vgpu::client
