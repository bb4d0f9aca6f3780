// Reads WORKBOOK_PROMISE and WORKBOOK_EXCEPT in check.cpp.
#include "cli/contracts.hpp"

#include "cli/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>

namespace workbook::cli {

std::vector<Contract> contracts_in(const std::string& check) {
    std::vector<Contract> contracts;
    static const std::regex line(
        R"RE(WORKBOOK_(PROMISE|EXCEPT)\((\w+),\s*(?:"(?:[^"\\]|\\.)*"\s*)*,?([^)]*)\))RE");
    static const std::regex word(R"(\w+)");
    for (std::sregex_iterator match(check.begin(), check.end(), line), end; match != end; ++match) {
        Contract contract{(*match)[2], {}, (*match)[1] == "EXCEPT"};
        const std::string list = (*match)[3];
        for (std::sregex_iterator one(list.begin(), list.end(), word); one != end; ++one)
            contract.functions.push_back(one->str());
        contracts.push_back(std::move(contract));
    }
    return contracts;
}

std::string contracts_table(const Course& course) {
    std::string table = "| lesson | contract | functions |\n|---|---|---|\n";
    for (const Lesson& lesson : course.lessons)
        for (const Contract& contract :
             contracts_in(file_text(lesson.header.parent_path() / "check.cpp").value_or("")))
            table +=
                fmt::format("| {} | `{}` | {}`{}` |\n", lesson.name, contract.name,
                            contract.excepted ? "not " : "", fmt::join(contract.functions, "`, `"));
    return table;
}

} // namespace workbook::cli
