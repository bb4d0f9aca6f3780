// Attack: tells the engine of errors and faults of its own, thousands, that only a grader's mistake would explain
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"
#include <string>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    const int channel = raw_engine::open_channel();
    const std::string endless(20000, 'x');
    for (std::int32_t error = -3; error < 1000; ++error)
        raw_engine::call(channel, Function::workbook_fail,
                         raw_engine::Bytes()
                             .text(error % 2 ? "cudaMalloc" : endless.c_str())
                             .put(error)
                             .text(error % 3 ? "the grader is broken" : endless.c_str())
                             .put(std::int32_t{error % 5 == 0}));
    for (std::uint64_t address = 0; address < 2000; ++address)
        raw_engine::call(channel, Function::workbook_host_access,
                         raw_engine::Bytes()
                             .put(0x2'0000'0000 + address * 64)
                             .put(static_cast<std::int32_t>(address % 4))
                             .text("check.cpp:1"));
    close(channel);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
