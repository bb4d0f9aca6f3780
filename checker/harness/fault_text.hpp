// What the virtual GPU's checks have found, as a student reads it: a cause of several faults is
// reported once.
#pragma once

#include "harness/run.hpp"

#include <string>
#include <vector>

namespace workbook {

// Names the element at each fault in the words of the source: "bins[5]", "out[640]", "element 3 of
// the memory of cudaMalloc ...". Arrays that the checker has put on the device are in the record.
void name_elements(std::vector<DeviceFault>& faults, const CallRecord& record);

struct FaultText {
    std::string text;
    // What a race has in common with those that come of the same two lines: "the race on
    // bins at lines 30 and 45 of histogram.cu". Else "".
    std::string topic;
};
// `launches`: those of the call. Blocks of a cooperative one can wait for each other.
std::vector<FaultText> describe(const std::vector<DeviceFault>& faults,
                                const std::vector<Launch>& launches);

} // namespace workbook
