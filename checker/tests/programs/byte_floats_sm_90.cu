// The same for sm_90, with the instructions.
#include "byte_floats.cu"
