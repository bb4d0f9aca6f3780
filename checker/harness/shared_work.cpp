#include "harness/shared_work.hpp"

#include "harness/describe.hpp"
#include "harness/notes.hpp"
#include "harness/profile_log.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace workbook {

WorkShares shares_of(const std::vector<const Launch*>& launches, std::uint64_t at_least) {
    WorkShares shares;
    std::uint64_t most = 0;
    for (const Launch* launch : launches) {
        const std::uint64_t instructions = launch->counter("warp_instructions");
        const std::uint64_t warps = launch->counter("warps");
        shares.instructions += static_cast<double>(instructions);
        shares.busiest += static_cast<double>(launch->counter("busiest_warp_instructions"));
        shares.even += static_cast<double>(instructions) /
                       static_cast<double>(std::max<std::uint64_t>({warps, at_least, 1}));
        if (instructions <= most) continue;
        most = instructions;
        shares.warps = warps;
    }
    return shares;
}

bool WorkShared::match(const Run& run) const {
    if (!run.record().on_virtual_gpu) {
        Notes::add("how warps share the work was not measured: that takes the virtual GPU "
                   "(WORKBOOK_DEVICE=virtual)");
        return true;
    }
    profile_log::note_measured(run.record());
    std::vector<const Launch*> launches;
    for (const Launch& launch : run.launches())
        if (launch.error == 0) launches.push_back(&launch);
    const WorkShares shares = shares_of(launches, warps_);
    if (shares.instructions == 0)
        return fails(Verdict::requirement,
                     fmt::format("no kernel was launched by {}(), so there is no work to share",
                                 run.record().function));
    if (shares.busiest <= times_.high * shares.even) return true;
    const auto percent = [](double share) { return fmt::format("{:.3g}%", 100 * share); };
    const std::string of_warps =
        shares.warps == 1 ? "the only warp" : fmt::format("the busiest of {} warps", shares.warps);
    return fails(Verdict::requirement,
                 fmt::format("{}\n(measured: {} executed {} of all instructions; an even share is "
                             "{}, and at most {} are let pass)",
                             why_, of_warps, percent(shares.share()), percent(shares.even_share()),
                             percent(times_.high * shares.even_share())));
}

} // namespace workbook
