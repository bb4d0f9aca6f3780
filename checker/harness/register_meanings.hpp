// What the registers of a learner's kernel are computed from, for checks that have to know whether
// two instructions mean the same place.
#pragma once

#include "harness/ptx.hpp"

#include <map>
#include <regex>
#include <string>

namespace workbook {

// As text: two registers with the same text hold the same number, if no loop has come round between
// them.
class RegisterMeanings {
  public:
    explicit RegisterMeanings(const Ptx& kernel) {
        static const std::regex sets(R"(^\s*[\w.:]+\s+(%\w+),\s*(.*))");
        for (const PtxLine& line : kernel.lines())
            if (std::smatch parts; std::regex_search(line.text, parts, sets)) {
                const auto [at, is_new] = of_.try_emplace(parts[1], line.text);
                if (!is_new) at->second.clear(); // set in several places: a variable of a loop
            }
    }
    std::string of(const std::string& text, int deepest = 12) const {
        static const std::regex a_register(R"(%[a-z]+\d+)");
        std::string meaning;
        auto rest = text.begin();
        for (std::sregex_iterator it(rest, text.end(), a_register), end; it != end; ++it) {
            meaning.append(rest, (*it)[0].first);
            rest = (*it)[0].second;
            const auto at = of_.find(it->str());
            const bool is_known = at != of_.end() && !at->second.empty() && deepest > 0;
            meaning +=
                is_known ? "(" + of(without_target(at->second), deepest - 1) + ")" : it->str();
        }
        return meaning.append(rest, text.end());
    }

  private:
    static std::string without_target(const std::string& line) {
        const auto target = line.find('%');
        return line.substr(0, target) + line.substr(line.find(',', target));
    }
    std::map<std::string, std::string> of_;
};

} // namespace workbook
