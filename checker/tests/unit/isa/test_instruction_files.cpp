// The instruction files against the semantics alone; checker/tests/isa runs the same files on a
// device.
#include "coverage.hpp"
#include "evaluate.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

namespace {

using namespace ptxtest;

std::vector<File> all_files() {
    std::string error;
    auto files = read_folder(WORKBOOK_INSTRUCTION_FILES, error);
    INFO(error);
    REQUIRE(files.has_value());
    return std::move(*files);
}

const std::vector<File>& files() {
    static const std::vector<File> read_once = all_files();
    return read_once;
}

// The values of up to 32 lines side by side, or of one line of a warp.
std::vector<Lanes> side_by_side(const Form& form, std::size_t first, std::size_t count) {
    if (form.is_warp) return form.lines[first].inputs;
    std::vector<Lanes> inputs(form.inputs().size(), Lanes(32));
    for (std::size_t i = 0; i < inputs.size(); ++i)
        for (std::size_t lane = 0; lane < 32; ++lane)
            inputs[i][lane] = form.lines[first + lane % count].inputs[i][0];
    return inputs;
}

void check_lines(const File& file, const Form& form, const ResolvedForm& resolved,
                 std::size_t first, std::size_t count, std::uint32_t mask) {
    const auto results = resolved.execute(side_by_side(form, first, count), mask);
    const auto operands = form.results();
    REQUIRE(results.size() == operands.size());
    for (std::size_t r = 0; r < results.size(); ++r) {
        if (form.is_warp) {
            const Line& line = form.lines[first];
            INFO(describe_mismatch(file, form, line, *operands[r], line.expected[r], results[r]));
            CHECK(matches(form, *operands[r], line, line.expected[r], results[r]));
            continue;
        }
        for (std::size_t lane = 0; lane < 32; ++lane) {
            const Line& line = form.lines[first + lane % count];
            const Lanes actual{results[r][lane]};
            if ((mask >> lane) & 1) {
                INFO(describe_mismatch(file, form, line, *operands[r], line.expected[r], actual));
                CHECK(matches(form, *operands[r], line, line.expected[r], actual));
            }
        }
    }
}

} // namespace

TEST_CASE("every line of the instruction files holds") {
    for (const auto& file : files()) {
        for (const auto& form : file.forms) {
            INFO(file.path << ":" << form.number << ": " << form.text);
            std::string error;
            const auto resolved = ResolvedForm::make(form, error);
            INFO(error);
            CHECK(resolved.has_value());
            if (!resolved || form.needs_device) continue;
            const std::size_t step = form.is_warp ? 1 : 32;
            for (std::size_t first = 0; first < form.lines.size(); first += step) {
                const auto count = std::min(step, form.lines.size() - first);
                if (form.is_warp) {
                    check_lines(file, form, *resolved, first, count, form.lines[first].mask);
                } else {
                    check_lines(file, form, *resolved, first, count, 0xffffffffu);
                    check_lines(file, form, *resolved, first, count, 0x5a0ff0a5u);
                }
            }
        }
    }
}

TEST_CASE("lanes outside the mask keep their results") {
    constexpr std::uint32_t mask = 0x5a0ff0a5u;
    for (const auto& file : files()) {
        for (const auto& form : file.forms) {
            std::string error;
            const auto resolved = ResolvedForm::make(form, error);
            if (!resolved || form.needs_device || form.lines.empty()) continue;
            INFO(file.path << ":" << form.number << ": " << form.text);
            const auto results = resolved->execute(
                side_by_side(form, 0, std::min<std::size_t>(32, form.lines.size())), mask);
            const auto operands = form.results();
            for (std::size_t r = 0; r < results.size(); ++r) {
                if (operands[r]->role == Operand::Role::memory) continue;
                for (std::size_t lane = 0; lane < 32; ++lane) {
                    if ((mask >> lane) & 1) continue;
                    const auto untouched = ResolvedForm::untouched;
                    const auto kept = operands[r]->is_predicate() ? (untouched >> lane) & 1
                                      : operands[r]->bytes() == 8 ? untouched
                                                                  : untouched & 0xffffffffu;
                    CHECK(results[r][lane] == kept);
                }
            }
        }
    }
}

TEST_CASE("every implemented row has a form in a file") {
    const auto coverage = coverage_of(files());
    for (const auto& row : vgpu::isa::table()) {
        // A form is one function's text, which cannot call another and has no textures and no
        // tensor maps: unit_exec tests calls, silicon.runtime_answers_textures, _api_surfaces,
        // _api_tensors, _api_tensor_fields, _api_im2col and _api_slices the others.
        if (!row.is_implemented() || row.opcode() == "call") continue;
        if (row.section.starts_with("9.7.10.") || row.section.starts_with("9.7.11.")) continue;
        if (row.section == "9.7.9.25.5" || row.opcode() == "tensormap") continue;
        INFO(row.mnemonic << " " << row.operands << " types: " << row.types
                          << " modifiers: " << row.modifiers);
        CHECK(coverage.contains(&row));
    }
}
