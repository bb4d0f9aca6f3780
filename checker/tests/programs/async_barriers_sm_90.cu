// The same for sm_90.
#include "async_barriers.cu"
