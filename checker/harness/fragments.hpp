// What the checks of tensor cores share: that the compiled code multiplies nothing but what it has
// given a value.
#pragma once

#include "harness/ptx.hpp"
#include "harness/run.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace workbook {

// The names of the registers in some operands of an instruction.
inline std::vector<std::string> registers_in(const std::string& operands) {
    std::vector<std::string> names;
    for (std::size_t at = 0; (at = operands.find('%', at)) != std::string::npos;) {
        const std::size_t end = std::min(operands.find_first_of(" ,;{}[]+", at), operands.size());
        names.push_back(operands.substr(at, end - at));
        at = end;
    }
    return names;
}

// Each register that a tensor core's instruction reads is written by an instruction of its
// function. The virtual GPU finds zeros in one that is not, so that no value is wrong there.
class SetsFragments final : public RunMatcher {
  public:
    explicit SetsFragments(Ptx ptx) : ptx_(std::move(ptx)) {}
    bool match(const Run&) const override {
        std::map<std::string, std::set<std::string>> written; // by function
        for (const bool reading : {false, true})
            for (const PtxLine& line : ptx_.lines()) {
                const std::size_t first = line.text.find_first_of("\t {", line.text.find('.'));
                if (first == std::string::npos) continue;
                const std::string operands = line.text.substr(first);
                const std::size_t brace = operands.find('{'), comma = operands.find(',');
                const std::size_t end = brace < comma ? operands.find('}') : comma;
                if (end == std::string::npos) continue;
                std::set<std::string>& of_function = written[*line.function];
                if (!reading)
                    for (const std::string& name : registers_in(operands.substr(0, end)))
                        of_function.insert(name);
                else if (line.text.find("mma.sync") != std::string::npos)
                    for (const std::string& name : registers_in(operands.substr(end)))
                        if (!of_function.contains(name)) return fails(Verdict::requirement, why_);
            }
        return true;
    }

  private:
    Ptx ptx_;
    std::string why_ = "a fragment is multiplied, or added to, that was never given a value: "
                       "mma_sync(d, a, b, c) reads a, b and c. Are the sums set to 0 before "
                       "(fill_fragment)? The virtual GPU finds zeros there; a real one finds what "
                       "was left in its registers";
};

} // namespace workbook
