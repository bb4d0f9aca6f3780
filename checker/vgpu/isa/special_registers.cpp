#include "vgpu/isa/special_registers.hpp"

#include <algorithm>

namespace vgpu::isa {
namespace {

using S = SpecialRegister;
constexpr auto word = Storage::word;
constexpr auto doubleword = Storage::doubleword;

// Without clusters each block is a cluster of its own, which makes their registers constants or
// those of the grid.
constexpr SpecialValue specials[] = {
    {"%clock", S::clock, word},
    {"%clock64", S::clock64, doubleword},
    {"%clock_hi", S::clock_hi, word},
    {"%cluster_ctaid.x", S::none, word, 0},
    {"%cluster_ctaid.y", S::none, word, 0},
    {"%cluster_ctaid.z", S::none, word, 0},
    {"%cluster_ctarank", S::none, word, 0},
    {"%cluster_nctaid.x", S::none, word, 1},
    {"%cluster_nctaid.y", S::none, word, 1},
    {"%cluster_nctaid.z", S::none, word, 1},
    {"%cluster_nctarank", S::none, word, 1},
    {"%clusterid.x", S::ctaid_x, word},
    {"%clusterid.y", S::ctaid_y, word},
    {"%clusterid.z", S::ctaid_z, word},
    {"%ctaid.x", S::ctaid_x, word},
    {"%ctaid.y", S::ctaid_y, word},
    {"%ctaid.z", S::ctaid_z, word},
    {"%current_graph_exec", S::none, doubleword, 0},
    {"%dynamic_smem_size", S::dynamic_smem_size, word},
    {"%envreg1", S::envreg1, word},
    {"%envreg2", S::envreg2, word},
    {"%globaltimer", S::globaltimer, doubleword},
    {"%globaltimer_hi", S::globaltimer_hi, word},
    {"%globaltimer_lo", S::globaltimer_lo, word},
    {"%gridid", S::gridid, doubleword},
    {"%is_explicit_cluster", S::none, Storage::predicate, 0},
    {"%laneid", S::laneid, word},
    {"%lanemask_eq", S::lanemask_eq, word},
    {"%lanemask_ge", S::lanemask_ge, word},
    {"%lanemask_gt", S::lanemask_gt, word},
    {"%lanemask_le", S::lanemask_le, word},
    {"%lanemask_lt", S::lanemask_lt, word},
    {"%nclusterid.x", S::nctaid_x, word},
    {"%nclusterid.y", S::nctaid_y, word},
    {"%nclusterid.z", S::nctaid_z, word},
    {"%nctaid.x", S::nctaid_x, word},
    {"%nctaid.y", S::nctaid_y, word},
    {"%nctaid.z", S::nctaid_z, word},
    {"%nsmid", S::nsmid, word},
    {"%ntid.x", S::ntid_x, word},
    {"%ntid.y", S::ntid_y, word},
    {"%ntid.z", S::ntid_z, word},
    {"%nwarpid", S::nwarpid, word},
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
