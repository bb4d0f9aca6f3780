#include "program.hpp"
namespace differential {
Program generate_cuda(std::uint64_t) { return {}; }
} // namespace differential
