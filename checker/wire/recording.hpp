// A recorded call in a file: what `check --record` writes and a learner program replays.
//
// RecordingHeader, the Request, then pieces of the arena: RecordingPiece and its bytes, to the end.
#pragma once

#include <cstdint>

namespace workbook::wire {

inline constexpr char recording_magic[8] = {'W', 'B', 'C', 'A', 'L', 'L', '0', '1'};

struct RecordingHeader {
    char magic[8];
    std::uint64_t request_bytes;
};

struct RecordingPiece {
    std::uint64_t address;
    std::uint64_t bytes;
};

} // namespace workbook::wire
