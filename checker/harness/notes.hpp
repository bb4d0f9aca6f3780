// Remarks of a run that are no findings: what was not measured, for example. Said once each.
#pragma once

#include <string>
#include <vector>

namespace workbook {

class Notes {
  public:
    static void add(const std::string& text);
    static const std::vector<std::string>& all();
};

} // namespace workbook
