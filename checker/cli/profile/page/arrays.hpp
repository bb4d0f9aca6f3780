// The arrays of a page: which threads read or wrote each element of them, and where a fault lies.
#pragma once

#include "cli/profile/page/parts.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

// Whether the fault may have happened in this launch: in its kernel, during its call.
bool is_of_launch(const FaultProfile& fault, const LaunchProfile& launch);
// Whether it lies in an array or beside one.
bool lies_beside_array(const FaultProfile& fault);

// The launch of the first fault that lies in an array or beside one; its arrays are drawn on top.
std::optional<PageLaunch> launch_of_fault(const ProfiledProgram& program, const std::string& id);

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
