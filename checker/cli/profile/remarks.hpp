// What stands out in a launch, in words: the costliest first.
#pragma once

#include "cli/profile/source.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// What is wasted.
enum class Waste {
    sectors,
    bank_turns,
    atomics,
    constants,
    repeated_reads,
    lanes,
    idle_threads,
    local
};

struct LaunchRemark {
    std::string text; // a sentence without its end
    Waste kind = Waste::sectors;
    int line = 0; // where; 0: in the whole launch
};
std::vector<LaunchRemark> launch_remarks(const ProgramSource& source, const LaunchProfile& launch,
                                         std::size_t most = 3);

// The same without places: at most `most` sentences on lines of this source; none if nothing stands
// out.
std::vector<std::string> remarks_on(const ProgramSource& source, const LaunchProfile& launch,
                                    std::size_t most = 3);

// About how many cycles the kernel's lines waste: 0 if nothing stands out. The block size does not
// count, because many checks launch a kernel on a grid of one thread, too.
double waste_of(const ProgramSource& source, const LaunchProfile& launch);

// What the launch costs as a whole, in the same unit.
double cycles_of(const LaunchProfile& launch);

// How the addresses of a warp's lanes lie to each other: "neighbouring threads read addresses 1024
// bytes apart". Empty if there is nothing simple to say.
std::string describe_addresses(const WarpAccess& access);

} // namespace workbook::cli
