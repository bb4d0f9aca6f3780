// Which races and uninitialised reads a person is told of: those of some kernels and files only
// (WORKBOOK_ONLY), and not those that are known (WORKBOOK_SUPPRESSIONS).
//
// A pattern matches what holds it: the name of a kernel or function, or the path of a file, of any
// frame of either party. `*` stands for any text, `^` and `$` for the beginning and the end. Faults
// that end a launch cannot be hidden.
#pragma once

#include "vgpu/exec/fault.hpp"
#include "vgpu/support/expected.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::runtime {

bool matches(std::string_view pattern, std::string_view text);

class ReportFilter {
  public:
    // Patterns, one a line.
    void show_only(std::string_view patterns);
    // Lines `racecheck:PATTERN` or `initcheck:PATTERN`; `#` begins a comment. The first line that
    // is neither is the error.
    std::optional<Diagnostic> suppress(std::string_view lines);

    bool hides(const exec::Fault& fault) const;

  private:
    struct Suppression {
        std::string check;
        std::string pattern;
    };
    std::vector<std::string> only_;
    std::vector<Suppression> suppressions_;
};

} // namespace vgpu::runtime
