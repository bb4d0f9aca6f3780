// Which rows of the instruction table the instruction files execute.
#pragma once

#include "ptxtest.hpp"
#include "vgpu/isa/reference.hpp"

#include <span>

namespace ptxtest {

// All files of a folder, in the order of their names; nullopt and why if one cannot be read.
std::optional<std::vector<File>> read_folder(const std::string& folder, std::string& error);

// Forms without a line of values count for nothing.
vgpu::isa::Coverage coverage_of(std::span<const File> files);

// The text of a function that consists of a form.
std::string function_text(const Form& form);

} // namespace ptxtest
