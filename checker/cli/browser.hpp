// Opens a page in the person's browser, where there is one.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace workbook::cli {

// The program that opens a page: the first of $BROWSER, or xdg-open. "" where there is no display,
// and in a CI. `variable` looks up the environment: null if there is no such variable.
std::string browser_program(const std::function<const char*(const char*)>& variable);

// Starts it and does not wait for it; it lives on when we end. False if there is none.
bool open_in_browser(const std::filesystem::path& page);

} // namespace workbook::cli
