// copy_functions.cpp and stream_functions.cpp as programs call them that were built with per-thread
// default streams: cuda.h gives the functions their other names.
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "vgpu/driver/copy_functions.cpp"
#include "vgpu/driver/stream_functions.cpp"
