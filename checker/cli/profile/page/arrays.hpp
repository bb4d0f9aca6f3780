// The arrays of a page: which threads read or wrote each element of them, and where a fault lies.
#pragma once

#include "cli/profile/page/parts.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

// The launch of the first fault that lies in an array or beside one; its arrays are drawn on top.
std::optional<PageLaunch> launch_of_fault(const ProfiledProgram& program, const std::string& id);

// These launches in the words of the check program's option --arrays, with the block of a race in
// shared memory and the address of a fault. "" if there is none.
std::string wanted_arrays(const std::vector<PageLaunch>& launches);

// Has the program run once more and takes over the arrays of these launches.
void add_arrays(ProfiledProgram& program, const std::string& wanted);

// What the page calls that launch: "fa" of the first program, "fb" of the one beside it.
std::string id_of_fault(const ProfiledProgram& program, const std::vector<PageLaunch>& shown);

// Where the script draws the arrays of a launch; "" if it has none.
std::string arrays_part(const PageLaunch& shown);
// Where it draws the fault of launch_of_fault().
std::string fault_picture_part(const PageLaunch& launch);

// What the script draws from, as lines_data() has it.
nlohmann::json arrays_data(const PageLaunch& shown, std::size_t& room, std::string& left_out);
nlohmann::json fault_data(const PageLaunch& launch, std::size_t& room);

// The names of the kernel's parameters, as its source has them; empty if it is not found there.
std::vector<std::string> kernel_parameters(const ProgramSource& source, const std::string& kernel);

} // namespace workbook::cli
