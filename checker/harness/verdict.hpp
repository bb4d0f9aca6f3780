// Verdicts, and findings: the sentences that lead to one.
#pragma once

#include "wire/verdicts.hpp"

#include <string>
#include <vector>

namespace workbook {

using wire::name_of;
using wire::Verdict;
using wire::words_of;

// The verdict that outranks the other.
Verdict worse(Verdict a, Verdict b);

struct Finding {
    Verdict verdict = Verdict::passed;
    std::string text; // several lines possible, no line break at the end
    // Findings with the same topic have the same cause, and each describes all of it; "": no topic.
    std::string topic = {};
};

// Whether only values, crashes and time-outs count, and not how a value was computed.
void count_values_only(bool only);
// Whether a finding with that verdict counts.
bool counts(Verdict verdict);

// Where matchers leave what they found while an assertion is being evaluated; the reporter collects
// it when the assertion has failed. There is one per check program.
class Findings {
  public:
    static void add(Finding finding);
    static std::vector<Finding> take();
};

} // namespace workbook
