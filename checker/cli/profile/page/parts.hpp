// The parts of a profile page, each HTML.
#pragma once

#include "cli/profile/page/efficiency.hpp"
#include "cli/profile/program.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace workbook::cli {

// One program's launch, as one of a page.
struct PageLaunch {
    const ProfiledProgram& program;
    const LaunchProfile& launch;
    std::string id;      // begins the ids of its elements: "k1a"
    bool beside = false; // stands beside another's: its label is said

    const ProgramSource& source() const { return program.source; }
    const Profile& profile() const { return *program.profile; }
};

// The id of a line's row; also what links lead to.
std::string line_id(const PageLaunch& shown, int line);

// Text of any origin, made harmless for HTML, in an attribute too.
std::string page_text(const std::string& text);

// What failed, with a link to each place of a fault among `shown`. "" if the check passed.
std::string failure_part(const ProfiledProgram& program, const std::vector<PageLaunch>& shown);

// "4.5 MiB moved for the 1 MiB that the threads asked for", by what is wasted most; the fault, if
// there was one.
std::string verdict_sentence(const PageLaunch& shown);

// Bars of all programs of a kernel below each other: bytes, lanes, turns.
std::string bars_part(const std::vector<PageLaunch>& programs);

std::string remarks_part(const PageLaunch& shown);

// What each of two programs does more than the other. "" if that is little, or there is one only.
std::string differences_part(const std::vector<PageLaunch>& programs);

// The source with its columns; each line that ran has a button.
std::string source_part(const PageLaunch& shown);

// Every total, with its metric.
std::string counts_part(const std::vector<PageLaunch>& programs);

// What the script draws from: each line's accesses and PTX. `room` is how many bytes there are for
// it; what does not fit is left out, and `left_out` says what.
nlohmann::json lines_data(const PageLaunch& shown, std::size_t& room, std::string& left_out);

} // namespace workbook::cli
