// Which requests the server answers: those of its own pages. Other pages in the same browser, and
// other programs on this machine, know its port, but not its key.
#pragma once

#include <string>

namespace workbook::cli::open {

struct Asked {
    std::string host;   // the header Host
    std::string origin; // the header Origin; "" if there is none
    std::string path;   // "/KEY/..."
};

// A key that cannot be guessed: 128 bits, as hexadecimal digits. Throws UserError where the system
// gives no random numbers.
std::string new_key();

// Why the request is refused, as a sentence; "" if it is not.
std::string refusal(const Asked& asked, int port, const std::string& key);

// What is behind "/KEY/"; of a request that was not refused.
std::string behind_key(const std::string& path, const std::string& key);

} // namespace workbook::cli::open
