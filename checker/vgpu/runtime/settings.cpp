#include "vgpu/runtime/settings.hpp"

#include "wire/checks.hpp"
#include "wire/settings.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

namespace vgpu::runtime {

namespace setting = workbook::wire::setting;

namespace {

template <class Value>
void read(const char* variable, Expected<Value> (*parse)(std::string_view), Value& into) {
    const char* text = std::getenv(variable);
    if (text == nullptr || *text == '\0') return;
    auto value = parse(text);
    if (value)
        into = std::move(*value);
    else
        fmt::print(stderr, "virtual GPU: {}={} is ignored: {}\n", variable, text,
                   value.error().message);
}

void read_suppressions(const char* path, ReportFilter& filter) {
    std::ifstream file(path);
    const std::string lines{std::istreambuf_iterator<char>(file), {}};
    if (!file)
        fmt::print(stderr, "virtual GPU: {}={} cannot be read\n", setting::suppressions, path);
    else if (const auto problem = filter.suppress(lines))
        fmt::print(stderr, "virtual GPU: {}: {}; the line is ignored\n", path, problem->message);
}

} // namespace

Expected<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return Diagnostic{"expected a number such as 42", {}};
    return number;
}

Expected<std::uint64_t> parse_memory_size(std::string_view text) {
    int shift = 0;
    if (!text.empty()) {
        switch (text.back()) {
        case 'K':
            shift = 10;
            break;
        case 'M':
            shift = 20;
            break;
        case 'G':
            shift = 30;
            break;
        default:
            break;
        }
        if (shift != 0) text.remove_suffix(1);
    }
    const auto number = parse_number(text);
    constexpr std::uint64_t smallest = 1ull << 20;
    constexpr std::uint64_t largest = 1ull << 40;
    if (!number || *number > (largest >> shift) || (*number << shift) < smallest)
        return Diagnostic{"expected bytes from 1M to 1024G, such as 512M", {}};
    return *number << shift;
}

Checks default_checks() {
    Checks checks;
    for (const workbook::wire::Check& check : workbook::wire::checks)
        if (check.is_default) checks.emplace(check.name);
    return checks;
}

Expected<Checks> parse_checks(std::string_view text) {
    using workbook::wire::Check;
    const auto all = Settings{}.checks;
    Checks checks;
    if (text == "none") return checks;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const std::string_view name = text.substr(0, comma);
        if (name == "all")
            checks.insert(all.begin(), all.end());
        else if (workbook::wire::find_check(name) == nullptr)
            return Diagnostic{
                fmt::format("there is no check named \"{}\"; expected all, none, or "
                            "some of {}",
                            name, workbook::wire::check_names([](const Check&) { return true; })),
                {}};
        else
            checks.emplace(name);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return checks;
}

Expected<std::string> parse_profile(std::string_view text) {
    if (find_model(text) != nullptr) return std::string(text);
    return Diagnostic{fmt::format("there is no profile \"{}\"; there are {}", text, profile_list()),
                      {}};
}

Expected<std::uint64_t> parse_devices(std::string_view text) {
    const auto number = parse_number(text);
    if (number && *number >= 1 && *number <= most_devices) return *number;
    return Diagnostic{fmt::format("expected a number of devices from 1 to {}", most_devices), {}};
}

Expected<bool> parse_trace_level(std::string_view text) {
    if (text == "faults" || text == "lines") return text == "lines";
    return Diagnostic{"expected faults or lines", {}};
}

Expected<bool> parse_frames(std::string_view text) {
    if (text == "folded" || text == "all") return text == "all";
    return Diagnostic{"expected folded or all", {}};
}

Expected<int> parse_descriptor(std::string_view text) {
    const auto number = parse_number(text);
    if (number && *number <= static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
        return static_cast<int>(*number);
    return Diagnostic{"expected the number of a file descriptor", {}};
}

Settings settings_from_environment() {
    Settings settings;
    read(setting::profile, parse_profile, settings.profile);
    read(setting::devices, parse_devices, settings.devices);
    read(setting::memory, parse_memory_size, settings.memory_bytes);
    read(setting::race_memory, parse_memory_size, settings.race_memory_bytes);
    read(setting::schedule_seed, parse_number, settings.schedule_seed);
    read(setting::instruction_limit, parse_number, settings.instruction_limit);
    read(setting::checks, parse_checks, settings.checks);
    read(setting::trace_level, parse_trace_level, settings.trace_lines);
    if (const char* file = std::getenv(setting::trace_file); file != nullptr)
        settings.trace_file = file;
    read(setting::frames, parse_frames, settings.reports.all_frames);
    read(setting::error_descriptor, parse_descriptor, settings.reports.error_descriptor);
    if (const char* patterns = std::getenv(setting::only); patterns != nullptr)
        settings.reports.filter.show_only(patterns);
    if (const char* file = std::getenv(setting::suppressions); file != nullptr && *file != '\0')
        read_suppressions(file, settings.reports.filter);
    return settings;
}

} // namespace vgpu::runtime
