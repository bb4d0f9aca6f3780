// What promises.cpp knows and promise_cases.cpp tries.
#pragma once

#include "harness/promises.hpp"
#include "harness/session.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace workbook::promises {

// A call that was right, to be repeated.
struct KeptCall {
    CallSpec spec;
    std::shared_ptr<const CallRecord> record;
};

struct Book {
    using Functions = std::set<std::string, std::less<>>;
    std::map<Promise, Functions> made, excepted;
    std::map<Promise, Place> places;                   // where it was made first
    std::map<std::string, std::vector<KeptCall>> kept; // by function
    std::map<std::string, KeptCall> widest;            // for any_size, by function
    std::vector<Finding> broken;                       // of the case that is running
    std::vector<KeptCall> pending;                     // of the case that is running
};
Book& book();

// "memory of 4096 bytes (add.cu:12), a stream (add.cu:9)".
std::string describe_left(const std::vector<Left>& left);

// The call with other elements in the arrays that it reads; nothing if there are none.
std::optional<CallSpec> with_other_data(CallSpec spec);

// Whether two calls of a function make the same calls of CUDA and launch the same kernels, and so
// many that the refusals of the second would take long and say nothing new.
bool same_refusals(const Trace& a, const Trace& b);

std::uint64_t threads_of(const CallRecord& record);
// Whether with_many_elements() may make something of it.
bool has_a_count(const CallSpec& spec);
// One of a function's calls with more elements than 32 bits can count: for each argument that
// counts some.
std::vector<CallSpec> with_many_elements(const std::vector<KeptCall>& calls, const KeptCall& call);
// What went wrong in such a call; one finding at most.
std::vector<Finding> judge_many_elements(const CallSpec& spec, const CallRecord& record);

} // namespace workbook::promises
