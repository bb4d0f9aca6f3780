// Functions of the API that the virtual GPU does not have.
#pragma once

namespace vgpu::client {

// Says so once a function on stderr; returns cudaErrorNotSupported, or the sticky error if there is
// one. An int, because the caller cannot include the API's declarations: its functions have none of
// the parameters.
int report_unsupported(const char* api);

} // namespace vgpu::client
