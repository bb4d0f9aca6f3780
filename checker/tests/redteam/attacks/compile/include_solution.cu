// Attack: includes the solution
// Verdict: does_not_compile
// Stage: compile
#include "../../../solutions/01_launch/03_square_port/square_port.cu"
#include "square_port.hpp"
