// Profiles as a check program writes them, made up for the tests of what is printed about them.
#pragma once

#include "cli/profile/source.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace workbook::cli::example {

using Counters = std::map<std::string, std::uint64_t>;

inline nlohmann::json line(int number, std::uint64_t warps, double lanes,
                           const Counters& counters = {},
                           const nlohmann::json& accesses = nlohmann::json::array(),
                           const std::string& file = "/course/lesson.cu") {
    nlohmann::json object = counters;
    object["file"] = file;
    object["line"] = number;
    object["warp_instructions"] = warps;
    object["thread_instructions"] = static_cast<std::uint64_t>(double(warps) * lanes);
    object["accesses"] = accesses;
    return object;
}

// An access of a whole warp, each thread's address `stride` bytes behind its neighbour's.
inline nlohmann::json access(const std::string& space, const std::string& action, int stride,
                             int cost) {
    nlohmann::json offsets = nlohmann::json::array();
    for (int lane = 0; lane < 32; ++lane) offsets.push_back(lane * stride);
    return {{"space", space}, {"action", action},   {"memory", "tile"}, {"bytes", 4},
            {"address", 512}, {"offsets", offsets}, {"cost", cost}};
}

// The totals are those of the lines.
inline nlohmann::json launch(int number, int call, const std::string& kernel,
                             const std::vector<int>& grid, const std::vector<int>& block,
                             const std::vector<nlohmann::json>& lines) {
    Counters totals{{"warp_instructions", 0}};
    for (const auto& counters : lines)
        for (const auto& [name, value] : counters.items())
            if (value.is_number() && name != "line") totals[name] += value.get<std::uint64_t>();
    return {{"number", number}, {"call", call},       {"kernel", kernel}, {"grid", grid},
            {"block", block},   {"counters", totals}, {"lines", lines}};
}

inline nlohmann::json document(const std::vector<nlohmann::json>& launches,
                               const nlohmann::json& faults = nlohmann::json::array()) {
    return {{"format", "workbook-profile/1"},
            {"launch_count", launches.size()},
            {"calls",
             {{{"number", 1}, {"case", "small"}, {"function", "f"}, {"returned", true}},
              {{"number", 2}, {"case", "any shape"}, {"function", "f"}, {"returned", true}}}},
            {"launches", launches},
            {"faults", faults}};
}

inline ProgramSource source(const std::string& name, const std::string& label) {
    std::ifstream stream(std::string(WORKBOOK_PROFILE_FOLDER) + "/" + name);
    return source_of({std::istreambuf_iterator<char>(stream), {}}, "exercises/" + name, label,
                     "lesson.cu");
}

inline const std::string transpose_name =
    "(anonymous namespace)::transpose(const float *, float *, int, int)";

// 512 rows and 256 columns; reads rows, writes columns.
inline nlohmann::json naive() {
    const Counters both{{"global_load_requests", 4096},  {"global_load_sectors", 16'384},
                        {"global_load_bytes", 524'288},  {"global_load_used_bytes", 524'288},
                        {"global_store_requests", 4096}, {"global_store_sectors", 131'072},
                        {"global_store_bytes", 524'288}, {"global_store_used_bytes", 524'288}};
    return document(
        {launch(1, 1, transpose_name, {1, 1, 1}, {32, 32, 1}, {line(5, 160, 32)}),
         launch(2, 2, transpose_name, {8, 16, 1}, {32, 32, 1},
                {line(5, 20'480, 32), line(6, 16'384, 32),
                 line(7, 20'480, 32, {{"branches", 4096}}),
                 line(8, 40'960, 32, both,
                      {access("global", "load", 4, 4), access("global", "store", 2048, 32)}),
                 line(10, 4096, 32)})});
}

// The same with a tile whose columns lie in one bank.
inline nlohmann::json tiled() {
    const Counters fill{{"global_load_requests", 4096},
                        {"global_load_sectors", 16'384},
                        {"global_load_bytes", 524'288},
                        {"global_load_used_bytes", 524'288},
                        {"shared_store_requests", 4096}};
    const Counters drain{{"global_store_requests", 4096}, {"global_store_sectors", 16'384},
                         {"global_store_bytes", 524'288}, {"global_store_used_bytes", 524'288},
                         {"shared_load_requests", 4096},  {"shared_load_conflicts", 126'976}};
    return document({launch(
        1, 2, transpose_name, {8, 16, 1}, {32, 32, 1},
        {line(6, 20'480, 32), line(7, 16'384, 32), line(8, 20'480, 32, {{"branches", 4096}}),
         line(9, 28'672, 32, fill, nlohmann::json::array({access("global", "load", 4, 4)})),
         line(11, 4096, 32, {{"barriers", 128}}), line(12, 8192, 32), line(13, 8192, 32),
         line(14, 20'480, 32, {{"branches", 4096}}),
         line(15, 28'672, 32, drain, nlohmann::json::array({access("shared", "load", 128, 31)})),
         line(17, 4096, 32)})});
}

// A bit of everything, with a race; some of the code comes from a header.
inline nlohmann::json odd() {
    const nlohmann::json race{
        {"kind", "race"},
        {"message", "Race reported between Write access and Read access"},
        {"kernel", "odd(int *, int *, int)"},
        {"frames", {{{"file", "/course/lesson.cu"}, {"line", 17}}}},
        {"other", {{"frames", {{{"file", "/course/lesson.cu"}, {"line", 19}}}}}}};
    nlohmann::json elsewhere = race;
    elsewhere["kernel"] = "another()";
    return document(
        {launch(1, 1, "odd(int *, int *, int)", {1, 1, 1}, {48, 1, 1},
                {line(2, 20, 4), line(13, 10, 24),
                 line(15, 400, 24,
                      {{"local_requests", 200},
                       {"local_load_requests", 100},
                       {"local_load_sectors", 400},
                       {"local_store_requests", 100},
                       {"local_store_sectors", 400},
                       {"global_load_requests", 100},
                       {"global_load_sectors", 100},
                       {"global_load_bytes", 9600},
                       {"global_load_used_bytes", 2400}}),
                 line(16, 40, 24, {{"branches", 2}, {"divergent_branches", 2}}),
                 line(17, 60, 4,
                      {{"global_store_requests", 2},
                       {"global_store_sectors", 6},
                       {"global_store_bytes", 24},
                       {"global_store_used_bytes", 24}}),
                 line(19, 20, 24,
                      {{"global_atomic_requests", 2},
                       {"global_atomic_lanes", 48},
                       {"global_atomic_sectors", 2},
                       {"global_atomic_conflicts", 46}}),
                 line(99, 50, 24, {}, nlohmann::json::array(), "/cuda/include/header.cuh")})},
        nlohmann::json::array({race, race, elsewhere}));
}

} // namespace workbook::cli::example
