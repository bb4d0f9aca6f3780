#include "module.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ptxtest {
namespace {

std::string load(const Operand& operand, std::size_t slot) {
    const auto at = fmt::format("[%_in+{}]", 8 * slot);
    if (operand.is_predicate())
        return fmt::format("    ld.global.b16 %_half, {};\n    setp.ne.s16 %{}, %_half, 0;\n", at,
                           operand.name);
    return fmt::format("    ld.global.{} %{}, {};\n", operand.register_type(), operand.name, at);
}

std::string store(const Operand& operand, std::size_t slot) {
    const auto at = fmt::format("[%_out+{}]", 8 * slot);
    if (operand.role == Operand::Role::memory) return ""; // it is there already
    if (operand.is_predicate())
        return fmt::format("    selp.b32 %_word, 1, 0, %{};\n    st.global.b32 {}, %_word;\n",
                           operand.name, at);
    return fmt::format("    st.global.{} {}, %{};\n", operand.register_type(), at, operand.name);
}

std::string kernel_text(const Form& form, std::size_t number) {
    const auto inputs = form.inputs(), results = form.results();
    std::string text =
        fmt::format(".visible .entry {}(.param .u64 in, .param .u64 out, .param .u64 masks)\n{{\n",
                    kernel_name(number));
    text +=
        "    .reg .b64 %_in, %_out, %_masks, %_offset;\n    .reg .b32 %_word, %_lane, %_thread;\n"
        "    .reg .b16 %_half;\n    .reg .pred %_active;\n";
    text += register_declarations(form);
    text += fmt::format("    ld.param.u64 %_in, [in];\n    ld.param.u64 %_out, [out];\n"
                        "    ld.param.u64 %_masks, [masks];\n"
                        "    mov.u32 %_lane, %tid.x;\n    mov.u32 %_word, %ctaid.x;\n"
                        "    mad.lo.u32 %_thread, %_word, {}, %_lane;\n"
                        "    mad.wide.u32 %_in, %_thread, {}, %_in;\n"
                        "    mad.wide.u32 %_out, %_thread, {}, %_out;\n"
                        "    mad.wide.u32 %_masks, %_word, 4, %_masks;\n",
                        form.is_group ? 128 : 32, 8 * inputs.size(), 8 * results.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i]->role == Operand::Role::input) text += load(*inputs[i], i);
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i]->role == Operand::Role::memory)
            text += fmt::format("    add.u64 %{}, %_out, {};\n", results[i]->name, 8 * i);
    if (!form.is_group)
        text += "    ld.global.b32 %_word, [%_masks];\n    shr.u32 %_word, %_word, %_lane;\n"
                "    and.b32 %_word, %_word, 1;\n    setp.ne.u32 %_active, %_word, 0;\n"
                "    @!%_active bra done;\n";
    text += "    " + form.text + (form.text.starts_with('{') ? "\n" : ";\n");
    for (std::size_t i = 0; i < results.size(); ++i) text += store(*results[i], i);
    return text + "done:\n    ret;\n}\n";
}

// Calls use(line, lane of it, thread) for every value position.
template <class Use>
void for_each_thread(const Form& form, Use use) {
    for (std::size_t line = 0; line < form.lines.size(); ++line) {
        if (!form.is_warp)
            use(line, std::size_t{0}, line);
        else
            for (std::size_t lane = 0; lane < form.lanes(); ++lane)
                use(line, lane, form.lanes() * line + lane);
    }
}

} // namespace

std::string kernel_name(std::size_t form) { return fmt::format("form_{}", form); }

std::string module_text(const File& file, int capability) {
    int needs = 75;
    bool is_specific = false;
    std::string kernels;
    for (std::size_t i = 0; i < file.forms.size(); ++i) {
        if (!file.forms[i].exists_on(capability)) continue;
        needs = std::max(needs, file.forms[i].needs);
        is_specific |= file.forms[i].is_specific;
        kernels += kernel_text(file.forms[i], i);
    }
    return fmt::format(".version 9.0\n.target sm_{}{}\n.address_size 64\n{}", needs,
                       is_specific ? "a" : "", kernels);
}

Job make_job(const Form& form) {
    const auto inputs = form.inputs(), results = form.results();
    Job job;
    const auto lines = static_cast<std::uint32_t>(form.lines.size());
    job.warps_per_block = form.is_group ? 4 : 1;
    job.warps = form.is_warp ? lines * job.warps_per_block : (lines + 31) / 32;
    job.inputs.assign(std::size_t{job.warps} * 32 * inputs.size(), 0);
    job.outputs.assign(std::size_t{job.warps} * 32 * results.size(), 0);
    job.masks.assign(job.warps, 0);
    for_each_thread(form, [&](std::size_t line, std::size_t lane, std::size_t thread) {
        job.masks[thread / 32] |= ((form.lines[line].mask >> lane % 32) & 1) << (thread % 32);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const auto value = form.lines[line].inputs[i][lane];
            job.inputs[thread * inputs.size() + i] = value;
            for (std::size_t r = 0; r < results.size(); ++r)
                if (results[r] == inputs[i]) job.outputs[thread * results.size() + r] = value;
        }
    });
    return job;
}

std::vector<std::vector<Lanes>> results_of(const Form& form, const Job& job) {
    const auto results = form.results();
    std::vector<std::vector<Lanes>> found(form.lines.size());
    for (auto& line : found) line.assign(results.size(), Lanes(form.lanes()));
    for_each_thread(form, [&](std::size_t line, std::size_t lane, std::size_t thread) {
        for (std::size_t r = 0; r < results.size(); ++r)
            found[line][r][lane] = job.outputs[thread * results.size() + r];
    });
    return found;
}

} // namespace ptxtest
