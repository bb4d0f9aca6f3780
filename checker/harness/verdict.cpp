#include "harness/verdict.hpp"

#include <algorithm>
#include <utility>

namespace workbook {
namespace {

bool only_values_count = false;

std::vector<Finding>& pending() {
    static std::vector<Finding> findings;
    return findings;
}

} // namespace

Verdict worse(Verdict a, Verdict b) { return std::min(a, b); }

void count_values_only(bool only) { only_values_count = only; }
bool counts(Verdict verdict) {
    return !only_values_count ||
           (verdict != Verdict::requirement && verdict != Verdict::too_much_traffic);
}

void Findings::add(Finding finding) { pending().push_back(std::move(finding)); }

std::vector<Finding> Findings::take() { return std::exchange(pending(), {}); }

} // namespace workbook
