// Calls that were right are made again in another situation, and have to come out the same.
#include "harness/comparison.hpp"
#include "harness/describe.hpp"
#include "harness/diagnosis.hpp"
#include "harness/notes.hpp"
#include "harness/promise_book.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace workbook::promises {
namespace {

constexpr std::size_t most_kept = 3;          // calls of a function
constexpr std::size_t most_bytes = 256 << 10; // of the arrays of a call that is kept
constexpr std::uint64_t most_refusals = 64;   // of a call
constexpr std::size_t enough_elements = 33;   // for more than one warp

std::size_t bytes_of(const CallSpec& spec) {
    std::size_t bytes = 0;
    for (const ArgumentSpec& argument : spec.arguments) bytes += argument.bytes();
    return bytes;
}

std::size_t most_elements(const CallSpec& spec) {
    std::size_t most = 0;
    for (const ArgumentSpec& argument : spec.arguments)
        if (argument.is_array()) most = std::max(most, argument.count);
    return most;
}

// How much can be seen by repeating it.
int usefulness_of_repeating(const KeptCall& call) {
    return (call.record->trace.launches.empty() ? 0 : 2) +
           (most_elements(call.spec) >= enough_elements ? 1 : 0);
}

// Calls of CUDA, but no launch: where there is nothing to do, students forget to check them.
bool is_quiet(const KeptCall& call) {
    return call.record->trace.launches.empty() && call.record->trace.refusable > 0;
}

// Takes the least worthy one out of calls that are sorted by usefulness_of_repeating, but leaves
// one that is quiet.
void make_room(std::vector<KeptCall>& kept) {
    if (!is_quiet(kept.back()))
        kept.pop_back();
    else if (kept.size() > most_kept + 1)
        kept.erase(kept.end() - 2);
}

// Sums may be made in another order if arrays have other addresses. So differences of up to 1/10000
// of the array's largest number, or in a number's last digit, do not count.
bool nearly_equal(ElementType type, const std::vector<std::byte>& a,
                  const std::vector<std::byte>& b) {
    constexpr double part = 1e-4;
    const auto left = widen<double>(type, a), right = widen<double>(type, b);
    double largest = 0;
    for (const double x : left)
        if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double x = left[i], y = right[i];
        if (x == y || (std::isnan(x) && std::isnan(y))) continue;
        if (!std::isfinite(x) || !(std::abs(x - y) <= part * largest + ulp_of(type, x)))
            return false;
    }
    return true;
}

// The content of `again`. Elements that neither call has written are taken from `right`: they hold
// the checker's own bytes, which differ between calls.
std::vector<std::byte> comparable(const ArgumentRecord& right, const ArgumentRecord& again) {
    std::vector<std::byte> bytes = again.after;
    if (right.poison.empty() || bytes.size() != right.after.size()) return bytes;
    const std::size_t size = right.spec.element_bytes;
    for (std::size_t i = 0; i + size <= bytes.size(); i += size)
        if (std::memcmp(&right.after[i], &right.poison[i], size) == 0 &&
            std::memcmp(&again.after[i], &again.poison[i], size) == 0)
            std::memcpy(&bytes[i], &right.after[i], size);
    return bytes;
}

bool is_same(ElementType type, const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
    if (a == b) return true;
    if (a.size() != b.size()) return false;
    if (type == ElementType::floats) return nearly_equal(ElementType::f32, a, b);
    return is_real(type) && nearly_equal(type, a, b);
}

// What came out differently.
std::vector<std::string> differences(const CallRecord& right, const CallRecord& again) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < right.arguments.size(); ++i)
        if (right.arguments[i].spec.is_output() &&
            !is_same(right.arguments[i].spec.type, right.arguments[i].after,
                     comparable(right.arguments[i], again.arguments[i])))
            found.push_back(name_of_argument(right, i));
    const bool same = is_same(ElementType::other, right.returned, again.returned) ||
                      (right.returned.size() == sizeof(float) &&
                       is_same(ElementType::f32, right.returned, again.returned)) ||
                      (right.returned.size() == sizeof(double) &&
                       is_same(ElementType::f64, right.returned, again.returned));
    if (!same) found.push_back("what it returned");
    return found;
}

Place place_of(Promise promise) {
    const auto found = book().places.find(promise);
    if (found != book().places.end()) return found->second;
    return book().places.empty() ? Place{"", 0} : book().places.begin()->second;
}

// One assertion of the case that is running; fails with the findings.
void claim(Promise promise, std::vector<Finding> findings) {
    const Place place = place_of(promise);
    Catch::AssertionHandler assertion("PROMISE"_catch_sr, {place.file, place.line}, "",
                                      Catch::ResultDisposition::ContinueOnFailure);
    for (const Finding& finding : findings) Findings::add(finding);
    assertion.handleMessage(
        findings.empty() ? Catch::ResultWas::Ok : Catch::ResultWas::ExplicitFailure, "");
    assertion.complete();
}

// Calls `body` with each function that gives the promise, until one breaks it.
template <class Body>
void for_each_function(Promise promise, Body&& body) {
    const SessionOptions& options = Session::current().options();
    if (!options.device.is_virtual || options.values_only) {
        Notes::add("promises about errors, devices and addresses were not tried: that takes the "
                   "virtual GPU (WORKBOOK_DEVICE=virtual)");
        claim(promise, {});
        return;
    }
    for (const auto& [function, calls] : book().kept)
        if (gives(function, promise) && !body(function)) return;
    claim(promise, {});
}

// The same with each of its calls that were kept.
template <class Body>
void for_each_call(Promise promise, Body&& body) {
    for_each_function(promise, [&](const std::string& function) {
        const std::vector<KeptCall>& calls = book().kept[function];
        return std::ranges::all_of(calls, body);
    });
}

// Whether no call has been right yet, so that none can be repeated.
bool is_too_early(Promise promise) {
    if (!book().kept.empty()) return false;
    claim(promise, {{Verdict::skipped, "not tried yet: first the functions have to be right"}});
    return true;
}

// Thrust and CUB take the last error away before they begin, and do not look at what some of their
// waits return (thrust/system/cuda/detail/util.h): that is not the student's doing.
bool uses_library(const CallRecord& record) {
    const auto& launches = record.trace.launches;
    return std::any_of(launches.begin(), launches.end(), [](const Launch& launch) {
        return launch.kernel.find("thrust::") != std::string::npos ||
               launch.kernel.find("cub::") != std::string::npos;
    });
}

std::string how_it_ended(const CallRecord& record) {
    return record.problems.empty() ? "" : record.problems.front().text;
}

// Which of a function's CUDA calls are refused: all of them, or the first ones, the last ones and
// some from all the way between, so that each kind of call in a loop is met.
std::vector<std::uint64_t> refusals_of(const KeptCall& call) {
    const std::uint64_t count = call.record->trace.refusable;
    constexpr std::uint64_t at_each_end = most_refusals / 4, between = most_refusals / 2;
    std::vector<std::uint64_t> chosen;
    for (std::uint64_t k = 1; k <= count; ++k) {
        const std::uint64_t behind = k - at_each_end, middle = count - 2 * at_each_end;
        const bool is_at_end = k <= at_each_end || k + at_each_end > count;
        // One of each `between`-th part of the middle.
        if (is_at_end || count <= most_refusals ||
            behind * between / middle != (behind - 1) * between / middle)
            chosen.push_back(k);
    }
    return chosen;
}

// Removes what the order of threads decides, such as tickets drawn from a counter: memory in
// another place may lead to another order.
std::vector<std::string> without_order(const KeptCall& call, std::vector<std::string> found) {
    for (std::uint64_t other = 1; other <= 3 && !found.empty(); ++other) {
        CallSpec spec = call.spec;
        spec.gpu.schedule_seed += other;
        const Run run = Session::current().call(std::move(spec));
        take_broken();
        if (!run.record().problems.empty()) continue;
        for (const std::string& what : differences(*call.record, run.record()))
            std::erase(found, what);
    }
    return found;
}

bool expect_same(Promise promise, const KeptCall& call, CallSpec spec, const std::string& words) {
    const Run run = Session::current().call(std::move(spec));
    std::vector<Finding> findings = take_broken();
    findings.insert(findings.begin(), run.record().problems.begin(), run.record().problems.end());
    if (!findings.empty()) {
        findings.resize(1);
        findings[0].text = fmt::format("{}() was right before; then it was called again {}:\n{}",
                                       call.spec.function, words, findings[0].text);
    } else if (const auto found = without_order(call, differences(*call.record, run.record()));
               !found.empty())
        findings.push_back(
            {Verdict::wrong_answer, fmt::format("{}() was right before; called again {}, it gives "
                                                "something else: {} is different",
                                                call.spec.function, words, found.front())});
    const bool kept = findings.empty();
    claim(promise, std::move(findings));
    return kept;
}

// nullopt if the other data proves nothing: it may not be allowed, or may give the same result.
std::optional<bool> try_after_other_data(const KeptCall& call) {
    const std::optional<CallSpec> other = with_other_data(call.spec);
    if (!other) return std::nullopt;
    Session::current().stop(); // so that this is the first call
    const Run first = Session::current().call(*other);
    take_broken();
    if (!first.record().problems.empty() || differences(*call.record, first.record()).empty())
        return std::nullopt;
    CallSpec spec = call.spec;
    spec.situation.same_place = true;
    return expect_same(Promise::starts_anew, call, std::move(spec),
                       "after a call with other data of the same size at the same addresses (is "
                       "something of that one used again, a static variable for instance?)");
}

// One of a function's calls is enough.
bool try_after_other_calls(const std::string& function) {
    for (const KeptCall& call : book().kept[function])
        if (const auto kept = try_after_other_data(call)) return *kept;
    return true;
}

void try_refusals() {
    if (is_too_early(Promise::reports_errors)) return;
    std::map<std::string, std::vector<const KeptCall*>> tried; // of each function
    for_each_call(Promise::reports_errors, [&](const KeptCall& call) {
        std::vector<const KeptCall*>& before = tried[call.spec.function];
        if (std::ranges::any_of(before, [&](const KeptCall* other) {
                return same_refusals(other->record->trace, call.record->trace);
            }))
            return true;
        before.push_back(&call);
        for (const std::uint64_t k : refusals_of(call)) {
            CallSpec spec = call.spec;
            spec.situation.refuse = static_cast<std::uint32_t>(k);
            const Run run = Session::current().call(std::move(spec));
            const CallRecord& record = run.record();
            take_broken(); // an error on the way excuses much
            const auto& refused = record.trace.refused;
            std::vector<Finding> findings;
            if (refused) {
                const std::string event = fmt::format(
                    "{}{} failed with {} ({})", printable(refused->api, 60),
                    refused->place.empty() ? "" : " in " + printable(refused->place, 100),
                    printable(refused->name, 60), refused->error);
                if (record.threw) {
                    if (!record.trace.left.empty() && gives(record.function, Promise::gives_back))
                        findings.push_back(
                            {Verdict::requirement,
                             fmt::format("{}; {}() threw, and left behind {}: what was taken "
                                         "before has to be given back on this way, too",
                                         event, record.function,
                                         describe_left(record.trace.left))});
                } else if (record.returned_normally) {
                    const bool excused =
                        uses_library(*call.record) && refused->api == "cudaStreamSynchronize";
                    if (!excused)
                        findings.push_back(
                            {Verdict::requirement,
                             fmt::format("{}, and {}() returned as if nothing had happened. Look "
                                         "at what each call returns, ask cudaGetLastError() after "
                                         "a launch, and throw what you find",
                                         event, record.function)});
                } else
                    findings.push_back({Verdict::crashed,
                                        fmt::format("{}; then: {}", event, how_it_ended(record))});
            } else if (!record.threw && !record.returned_normally) // its trace is lost
                findings.push_back(
                    {Verdict::crashed,
                     fmt::format("call {} of those in {}() that CUDA can refuse failed; then: {}. "
                                 "Look at what each call returns before its result is used",
                                 k, record.function, how_it_ended(record))});
            const bool kept = findings.empty();
            claim(Promise::reports_errors, std::move(findings));
            if (!kept) return false;
        }
        return true;
    });
}

void try_sizes() {
    for_each_function(Promise::any_size, [](const std::string& function) {
        const auto widest = book().widest.find(function);
        if (widest == book().widest.end()) return true;
        std::vector<KeptCall> calls = book().kept[function];
        calls.push_back(widest->second);
        for (const CallSpec& spec : with_many_elements(calls, widest->second)) {
            const Run run = Session::current().call(spec);
            take_broken(); // not reported: only a part of the blocks has run
            std::vector<Finding> findings = judge_many_elements(spec, run.record());
            const bool kept = findings.empty();
            claim(Promise::any_size, std::move(findings));
            if (!kept) return false;
        }
        return true;
    });
}

// The current device is an older model than the other one, so what is asked of the other one, or
// compiled for it, shows. What is right is what the function does where the older model is alone.
void try_other_device() {
    std::map<const KeptCall*, KeptCall> alone; // first all of these: they share a process
    for_each_call(Promise::current_device, [&](const KeptCall& call) {
        CallSpec spec = call.spec;
        spec.gpu.profile = "a100";
        CallSpec tried = spec;
        tried.aside = true; // not reported to the student: it may have no code
        const Run run = Session::current().call(std::move(tried));
        take_broken();
        if (run.record().problems.empty())
            alone[&call] = {std::move(spec), std::make_shared<CallRecord>(run.record())};
        return true;
    });
    for_each_call(Promise::current_device, [&](const KeptCall& call) {
        const auto on_older = alone.find(&call);
        const KeptCall& expected = on_older == alone.end() ? call : on_older->second;
        CallSpec spec = expected.spec;
        spec.gpu.devices = 2;
        spec.gpu.current_device = 1;
        if (on_older != alone.end()) spec.gpu.other_profile = "h200";
        return expect_same(Promise::current_device, expected, std::move(spec),
                           "on a computer with two GPUs, where the second one is current "
                           "(cudaSetDevice(1)) and has the arrays");
    });
}

void try_situations() {
    if (is_too_early(Promise::any_address)) return;
    for_each_call(Promise::any_address, [](const KeptCall& call) {
        CallSpec spec = call.spec;
        spec.situation.one_element_off = true;
        if (!expect_same(Promise::any_address, call, spec,
                         "with device arrays that begin one element further than cudaMalloc "
                         "puts them, as a part of a larger array may"))
            return false;
        spec = call.spec;
        spec.situation.last_first = true;
        return expect_same(Promise::any_address, call, std::move(spec),
                           "with the same device arrays in another order in memory, the last one "
                           "at the lowest address, and arrays of the host in front of which there "
                           "is nothing");
    });
    for_each_function(Promise::starts_anew, try_after_other_calls);
    for_each_call(Promise::keeps_errors, [](const KeptCall& call) {
        if (uses_library(*call.record)) return true;
        CallSpec spec = call.spec;
        spec.situation.error_before = true;
        const Run run = Session::current().call(std::move(spec));
        const CallRecord& record = run.record();
        take_broken();
        std::vector<Finding> findings;
        if (record.returned_normally && record.left_error == 0)
            findings.push_back(
                {Verdict::requirement,
                 fmt::format("an error of an earlier call (cudaErrorMemoryAllocation) was there "
                             "when {}() was called, and was gone without a word when it had "
                             "returned: cudaGetLastError() takes an error away, so the function "
                             "that calls it has to report what it says",
                             record.function)});
        const bool kept = findings.empty();
        claim(Promise::keeps_errors, std::move(findings));
        return kept;
    });
    if (book().made.contains(Promise::any_host_memory))
        for_each_call(Promise::any_host_memory, [](const KeptCall& call) {
            CallSpec spec = call.spec;
            spec.situation.host_memory = wire::HostMemory::pinned;
            if (!expect_same(Promise::any_host_memory, call, spec,
                             "with arrays of the host in pinned memory (cudaHostRegister)"))
                return false;
            spec.situation.host_memory = wire::HostMemory::managed;
            return expect_same(Promise::any_host_memory, call, std::move(spec),
                               "with arrays of the host in managed memory (cudaMallocManaged)");
        });
    // Other machines are other processes: those come last.
    if (book().made.contains(Promise::any_size)) try_sizes();
    try_other_device();
}

void add_case(void (*body)(), const char* name, Place place) {
    const Catch::AutoReg registered(Catch::makeTestInvoker(body), {place.file, place.line}, {},
                                    {name, "[weight:0.5][promise]"});
}

} // namespace

void add_cases() {
    if (book().made.contains(Promise::reports_errors))
        add_case(try_refusals, "errors that CUDA reports", place_of(Promise::reports_errors));
    if (!book().made.empty())
        add_case(try_situations, "whatever the caller's situation", place_of(Promise::any_address));
}

void note_call(const CallSpec& spec, const CallRecord& record) {
    if (!record.problems.empty()) return;
    for (Finding& finding : judge(record)) book().broken.push_back(std::move(finding));
    const CallSpec plain;
    if (!(spec.situation == plain.situation) || !spec.gpu.profile.empty() ||
        spec.gpu.current_device != 0 || spec.gpu.sampling || bytes_of(spec) > most_bytes)
        return;
    // Without peer access, opening it fails. A function may take that error for an answer, and it
    // replaces an error that was there before. So such calls are not repeated.
    if (!spec.gpu.peer_access) return;
    book().pending.push_back({spec, std::make_shared<CallRecord>(record)});
}

// Among the calls that count elements the one of most threads: few would take too long over many.
static void keep_widest(const KeptCall& call) {
    if (!gives(call.spec.function, Promise::any_size) || !has_a_count(call.spec)) return;
    const auto [widest, is_first] = book().widest.try_emplace(call.spec.function, call);
    if (!is_first && threads_of(*call.record) > threads_of(*widest->second.record))
        widest->second = call;
}

std::vector<Finding> take_broken() {
    std::vector<Finding> broken;
    for (Finding& finding : std::exchange(book().broken, {}))
        if (std::none_of(broken.begin(), broken.end(),
                         [&](const Finding& other) { return other.text == finding.text; }))
            broken.push_back(std::move(finding));
    return broken;
}

void case_ended(bool passed) {
    std::vector<KeptCall> calls = std::exchange(book().pending, {});
    if (!passed) return;
    for (KeptCall& call : calls) {
        keep_widest(call);
        std::vector<KeptCall>& kept = book().kept[call.spec.function];
        kept.push_back(std::move(call));
        std::stable_sort(kept.begin(), kept.end(), [](const KeptCall& a, const KeptCall& b) {
            return usefulness_of_repeating(a) > usefulness_of_repeating(b);
        });
        if (kept.size() > most_kept) make_room(kept);
    }
}

} // namespace workbook::promises
