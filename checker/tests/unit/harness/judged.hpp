// Calls that ended in some way, and what is said of them.
#pragma once

#include "synthetic.hpp"

#include "harness/judge.hpp"

#include <string>
#include <vector>

namespace workbook::synthetic {

inline Exchange replied() {
    Exchange exchange;
    exchange.phase = wire::Phase::idle;
    return exchange;
}

inline Exchange ended(Ending ending, int code = 0, wire::Phase phase = wire::Phase::running) {
    Exchange exchange;
    exchange.ending = ending;
    exchange.code = code;
    exchange.phase = phase;
    exchange.seconds = 10;
    return exchange;
}

inline std::string text_of(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings)
        text += std::string(name_of(finding.verdict)) + ": " + finding.text + "\n";
    return text;
}

inline std::string judged(const Exchange& exchange, CallBuilder& call) {
    return text_of(judge_call(exchange, call.record(), Limits()));
}

inline CallBuilder ordinary() {
    CallBuilder call;
    call.input(std::vector<int>{1, 2, 3})
        .output(std::vector<int>{2, 3, 4})
        .launch({1, 1, 1}, {32, 1, 1});
    return call;
}

inline DeviceFault out_of_bounds() {
    DeviceFault fault;
    fault.kind = "invalid_write";
    fault.tool = "memcheck";
    fault.message = "Invalid __global__ write of size 4 bytes";
    fault.detail = "Address 0x3020000fa0 is out of bounds";
    fault.site = {"add(const int *, int *)", {7, 0, 0}, {104, 0, 0}, {{"add.cu", 12, "add"}}};
    fault.allocation = "cudaMalloc of 4000 bytes";
    fault.count = 24;
    return fault;
}

} // namespace workbook::synthetic
