// Which thread accessed which element in a launch, as a profile has it
// (docs/reference/trace.md#arrays).
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workbook::cli {

struct ArrayProfile {
    std::string space, memory;            // "global" or "shared"; the variable or allocation
    std::optional<std::size_t> parameter; // of the kernel, that points to it; from 0
    std::uint64_t address = 0, bytes = 0, element_bytes = 1;
    std::uint64_t from = 0, to = 0;       // the part that is kept, in bytes
    std::uint64_t count = 0, dropped = 0; // accesses; of those to the part, which are not kept
    std::vector<std::vector<std::int64_t>> warps; // as the trace has them
};

struct ArraysProfile {
    std::uint64_t block = 0; // whose shared memory it is
    std::uint64_t count = 0; // accesses of the launch
    bool has_others = false;
    std::vector<ArrayProfile> list;
    // The kernel's parameters that may be pointers: number and value.
    std::vector<std::pair<std::size_t, std::uint64_t>> pointers;
};

// Nothing if the launch has none. What is not as a trace has it is left out.
std::optional<ArraysProfile> read_arrays(const nlohmann::json& launch);

} // namespace workbook::cli
