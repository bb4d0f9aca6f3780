// Which lesson holds which functions to which contract (harness/promises.hpp), as check.cpp says
// it.
#pragma once

#include "cli/course.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

struct Contract {
    std::string name;
    std::vector<std::string> functions;
    bool excepted = false; // WORKBOOK_EXCEPT: of these every function but they is held to it
};

// In the order of the file.
std::vector<Contract> contracts_in(const std::string& check);
// The contracts of all lessons as a table in Markdown.
std::string contracts_table(const Course& course);

} // namespace workbook::cli
