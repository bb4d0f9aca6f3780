// The notation for values in instruction files.
#pragma once

#include "ptxtest.hpp"

namespace ptxtest {

// nullopt: the text is no value of this operand.
std::optional<Lanes> parse_value(const Operand& operand, std::string_view text, std::size_t lanes);

// What a float's bits stand for, for comparisons with a tolerance.
double number_of(std::string_view type, std::uint64_t bits);

// How many representable numbers lie between two floats.
std::uint64_t distance(std::string_view type, std::uint64_t a, std::uint64_t b);

bool is_float(std::string_view type);

} // namespace ptxtest
