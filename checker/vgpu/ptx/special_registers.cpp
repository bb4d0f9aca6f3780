#include "vgpu/ptx/special_registers.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace vgpu::ptx {
namespace {

constexpr std::array<std::string_view, 37> names = {
    "%aggr_smem_size",
    "%clock",
    "%clock64",
    "%clock_hi",
    "%cluster_ctaid",
    "%cluster_ctarank",
    "%cluster_nctaid",
    "%cluster_nctarank",
    "%clusterid",
    "%ctaid",
    "%current_graph_exec",
    "%dynamic_smem_size",
    "%globaltimer",
    "%globaltimer_hi",
    "%globaltimer_lo",
    "%gridid",
    "%is_explicit_cluster",
    "%laneid",
    "%lanemask_eq",
    "%lanemask_ge",
    "%lanemask_gt",
    "%lanemask_le",
    "%lanemask_lt",
    "%nclusterid",
    "%nctaid",
    "%nsmid",
    "%ntid",
    "%nwarpid",
    "%reserved_smem_offset_0",
    "%reserved_smem_offset_1",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_cap",
    "%reserved_smem_offset_end",
    "%smid",
    "%tid",
    "%total_smem_size",
    "%warpid",
};
static_assert(std::is_sorted(names.begin(), names.end()));

// %envreg0 .. %envreg31 and the like.
bool is_numbered(std::string_view name, std::string_view prefix, int count) {
    if (!name.starts_with(prefix)) return false;
    const std::string_view digits = name.substr(prefix.size());
    int number = 0;
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && stop == digits.data() + digits.size() && number >= 0 &&
           number < count;
}

} // namespace

bool is_special_register(std::string_view name) {
    if (std::binary_search(names.begin(), names.end(), name)) return true;
    constexpr std::string_view wide = "_64";
    std::string_view counter = name;
    if (counter.ends_with(wide)) counter.remove_suffix(wide.size());
    return is_numbered(counter, "%pm", 8) || is_numbered(name, "%envreg", 32);
}

} // namespace vgpu::ptx
