// A random program from its seed, of either kind.
#include "program.hpp"

namespace differential {

std::string_view name_of(Kind kind) { return kind == Kind::ptx ? "ptx" : "cuda"; }

Program generate(Kind kind, std::uint64_t seed, const Options& options) {
    return kind == Kind::ptx ? generate_ptx(seed, options) : generate_cuda(seed);
}

} // namespace differential
