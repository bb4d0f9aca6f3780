// What pages show of watch's model, as one line of JSON.
#pragma once

#include "cli/watch/model.hpp"

#include <string>

namespace workbook::cli::open {

// The last profile that was made.
struct MadeProfile {
    std::size_t number = 0; // 0: none yet
    std::string lesson;
    std::string said;      // by `profile`
    bool has_page = false; // else `said` tells why
};

// The verdict in the words of the terminal's screen.
std::string snapshot(const watch::Model& model, const MadeProfile& profile);

} // namespace workbook::cli::open
