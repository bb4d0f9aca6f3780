#include "cli/profile/page/metrics.hpp"

#include "cli/formats/html_parts.hpp"

#include <algorithm>
#include <array>

namespace workbook::cli {
namespace {

struct NamedMetric {
    std::string_view number, metric;
};

// checker/tests/silicon/counters.py compares the sums with ncu on a real GPU.
constexpr std::array named_metrics = {
    NamedMetric{"bytes", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct and "
                         "..._op_st.pct"},
    NamedMetric{"active lanes", "smsp__thread_inst_executed_per_inst_executed.ratio"},
    NamedMetric{"turns", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum and ..._op_st.sum"},
    NamedMetric{"instr", "smsp__inst_executed.sum (it counts SASS, this page PTX)"},
    NamedMetric{"lanes", "smsp__thread_inst_executed_per_inst_executed.ratio"},
    NamedMetric{"load", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum / "
                        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    NamedMetric{"store", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum / "
                         "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    NamedMetric{"again", "l1tex__t_sector_hit_rate.pct comes nearest: what a cache could serve"},
    NamedMetric{"bank", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum and "
                        "..._op_st.sum"},
    NamedMetric{"atom", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum, ..._op_red.sum; "
                        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"},
    NamedMetric{"local", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum and ..._op_st.sum"},
    NamedMetric{"warp instructions", "smsp__inst_executed.sum (it counts SASS, this page PTX)"},
    NamedMetric{"active lanes of 32", "smsp__thread_inst_executed_per_inst_executed.ratio"},
    NamedMetric{"divergent branches", "smsp__sass_branch_targets_threads_divergent.sum"},
    NamedMetric{"global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    NamedMetric{"global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    NamedMetric{"global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    NamedMetric{"global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    NamedMetric{"shared memory turns",
                "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum + ..._op_st.sum"},
    NamedMetric{"of them for bank conflicts",
                "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum + ..._op_st.sum"},
    NamedMetric{"local memory sectors",
                "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum + ..._op_st.sum"},
    NamedMetric{"barriers", "smsp__inst_executed_pipe_adu.sum (for each warp, not for each block)"},
};

} // namespace

std::string nsight_metric(std::string_view number) {
    const auto* found = std::ranges::find(named_metrics, number, &NamedMetric::number);
    return found == named_metrics.end() ? "" : std::string(found->metric);
}

std::string metric_title(std::string_view number, const std::string& meaning) {
    const std::string metric = nsight_metric(number);
    const std::string text =
        metric.empty() ? meaning
                       : meaning + (meaning.empty() ? "" : "\n") + "Nsight Compute: " + metric;
    return text.empty() ? "" : " title=\"" + html_text(text) + "\"";
}

} // namespace workbook::cli
