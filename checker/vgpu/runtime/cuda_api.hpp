// The toolkit's declarations of the runtime API, made visible: what we define under these names is
// what the shared library exports.
#pragma once

#define CUDA_ENABLE_DEPRECATED // we have those functions, too
#pragma GCC visibility push(default)
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#pragma GCC visibility pop
