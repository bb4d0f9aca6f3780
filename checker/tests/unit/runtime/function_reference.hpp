// A generated page of docs/reference beside what it should say.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace vgpu::runtime::test {

// Whether the page is the text. With WORKBOOK_APPROVE in the environment it is made so.
inline bool is_up_to_date(const char* page, const std::string& text) {
    if (std::getenv("WORKBOOK_APPROVE") != nullptr) {
        std::ofstream(page) << text;
        return true;
    }
    std::ifstream file(page);
    std::ostringstream known;
    known << file.rdbuf();
    return known.str() == text;
}

} // namespace vgpu::runtime::test
