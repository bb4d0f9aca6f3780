#include "vgpu/isa/special_registers.hpp"

#include <algorithm>

namespace vgpu::isa {
namespace {

using S = SpecialRegister;
constexpr auto word = Storage::word;
constexpr auto doubleword = Storage::doubleword;

// Performance monitors and environment registers are not set up, but for the two
// that lead a cooperative grid to its workspace.
constexpr SpecialValue specials[] = {
    {"%aggr_smem_size", S::aggr_smem_size, word},
    {"%clock", S::clock, word},
    {"%clock64", S::clock64, doubleword},
    {"%clock_hi", S::clock_hi, word},
    {"%cluster_ctaid.x", S::cluster_ctaid_x, word},
    {"%cluster_ctaid.y", S::cluster_ctaid_y, word},
    {"%cluster_ctaid.z", S::cluster_ctaid_z, word},
    {"%cluster_ctarank", S::cluster_ctarank, word},
    {"%cluster_nctaid.x", S::cluster_nctaid_x, word},
    {"%cluster_nctaid.y", S::cluster_nctaid_y, word},
    {"%cluster_nctaid.z", S::cluster_nctaid_z, word},
    {"%cluster_nctarank", S::cluster_nctarank, word},
    {"%clusterid.x", S::clusterid_x, word},
    {"%clusterid.y", S::clusterid_y, word},
    {"%clusterid.z", S::clusterid_z, word},
    {"%ctaid.x", S::ctaid_x, word},
    {"%ctaid.y", S::ctaid_y, word},
    {"%ctaid.z", S::ctaid_z, word},
    {"%current_graph_exec", S::none, doubleword, 0},
    {"%dynamic_smem_size", S::dynamic_smem_size, word},
    {"%envreg0", S::none, word, 0},
    {"%envreg1", S::envreg1, word},
    {"%envreg10", S::none, word, 0},
    {"%envreg11", S::none, word, 0},
    {"%envreg12", S::none, word, 0},
    {"%envreg13", S::none, word, 0},
    {"%envreg14", S::none, word, 0},
    {"%envreg15", S::none, word, 0},
    {"%envreg16", S::none, word, 0},
    {"%envreg17", S::none, word, 0},
    {"%envreg18", S::none, word, 0},
    {"%envreg19", S::none, word, 0},
    {"%envreg2", S::envreg2, word},
    {"%envreg20", S::none, word, 0},
    {"%envreg21", S::none, word, 0},
    {"%envreg22", S::none, word, 0},
    {"%envreg23", S::none, word, 0},
    {"%envreg24", S::none, word, 0},
    {"%envreg25", S::none, word, 0},
    {"%envreg26", S::none, word, 0},
    {"%envreg27", S::none, word, 0},
    {"%envreg28", S::none, word, 0},
    {"%envreg29", S::none, word, 0},
    {"%envreg3", S::none, word, 0},
    {"%envreg30", S::none, word, 0},
    {"%envreg31", S::none, word, 0},
    {"%envreg4", S::none, word, 0},
    {"%envreg5", S::none, word, 0},
    {"%envreg6", S::none, word, 0},
    {"%envreg7", S::none, word, 0},
    {"%envreg8", S::none, word, 0},
    {"%envreg9", S::none, word, 0},
    {"%globaltimer", S::globaltimer, doubleword},
    {"%globaltimer_hi", S::globaltimer_hi, word},
    {"%globaltimer_lo", S::globaltimer_lo, word},
    {"%gridid", S::gridid, doubleword},
    {"%is_explicit_cluster", S::is_explicit_cluster, Storage::predicate},
    {"%laneid", S::laneid, word},
    {"%lanemask_eq", S::lanemask_eq, word},
    {"%lanemask_ge", S::lanemask_ge, word},
    {"%lanemask_gt", S::lanemask_gt, word},
    {"%lanemask_le", S::lanemask_le, word},
    {"%lanemask_lt", S::lanemask_lt, word},
    {"%nclusterid.x", S::nclusterid_x, word},
    {"%nclusterid.y", S::nclusterid_y, word},
    {"%nclusterid.z", S::nclusterid_z, word},
    {"%nctaid.x", S::nctaid_x, word},
    {"%nctaid.y", S::nctaid_y, word},
    {"%nctaid.z", S::nctaid_z, word},
    {"%nsmid", S::nsmid, word},
    {"%ntid.x", S::ntid_x, word},
    {"%ntid.y", S::ntid_y, word},
    {"%ntid.z", S::ntid_z, word},
    {"%nwarpid", S::nwarpid, word},
    {"%pm0", S::none, word, 0},
    {"%pm0_64", S::none, doubleword, 0},
    {"%pm1", S::none, word, 0},
    {"%pm1_64", S::none, doubleword, 0},
    {"%pm2", S::none, word, 0},
    {"%pm2_64", S::none, doubleword, 0},
    {"%pm3", S::none, word, 0},
    {"%pm3_64", S::none, doubleword, 0},
    {"%pm4", S::none, word, 0},
    {"%pm4_64", S::none, doubleword, 0},
    {"%pm5", S::none, word, 0},
    {"%pm5_64", S::none, doubleword, 0},
    {"%pm6", S::none, word, 0},
    {"%pm6_64", S::none, doubleword, 0},
    {"%pm7", S::none, word, 0},
    {"%pm7_64", S::none, doubleword, 0},
    {"%reserved_smem_offset_0", S::reserved_smem_begin, word},
    {"%reserved_smem_offset_1", S::reserved_smem_1, word},
    {"%reserved_smem_offset_begin", S::reserved_smem_begin, word},
    {"%reserved_smem_offset_cap", S::none, word, reserved_shared_bytes},
    {"%reserved_smem_offset_end", S::reserved_smem_end, word},
    {"%smid", S::smid, word},
    {"%tid.x", S::tid_x, word},
    {"%tid.y", S::tid_y, word},
    {"%tid.z", S::tid_z, word},
    {"%total_smem_size", S::total_smem_size, word},
    {"%warpid", S::warpid, word},
};

static_assert(std::ranges::is_sorted(specials, std::ranges::less_equal{}, &SpecialValue::name));

} // namespace

std::optional<SpecialValue> find_special(std::string_view name) {
    const auto* found = std::ranges::lower_bound(specials, name, {}, &SpecialValue::name);
    if (found == std::end(specials) || found->name != name) return std::nullopt;
    return *found;
}

} // namespace vgpu::isa
