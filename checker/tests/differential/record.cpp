#include "record.hpp"

#include "trace_ptx.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <vector>

namespace differential {

std::string line_of(const Program& program, const Outcome& outcome) {
    const std::string digest =
        outcome.error.empty() ? fmt::format("{:016x}", digest_of(outcome)) : "error";
    return fmt::format("{}\t{}\t{}\t{}\n", name_of(program.kind), program.seed, digest,
                       outcome.results.size());
}

bool read_records(const std::string& file, Records& records, std::string& error) {
    std::ifstream stream(file);
    if (!stream) {
        error = fmt::format("{} cannot be read", file);
        return false;
    }
    std::string line;
    for (unsigned number = 1; std::getline(stream, line); ++number) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream fields(line);
        std::string kind;
        std::uint64_t seed = 0;
        Record record;
        if (!(fields >> kind >> seed >> record.digest >> record.outputs)) {
            error = fmt::format("{}:{}: expected kind, seed, digest and number of results", file,
                                number);
            return false;
        }
        records[{kind, seed}] = record;
    }
    return true;
}

// Recorded values first, in the order in which the thread computed them.
bool write_dump(const std::string& file, const Program& program, const Outcome& outcome) {
    std::ofstream stream(file);
    const unsigned block = program.threads_per_block();
    for (unsigned thread = 0; thread < program.threads(); ++thread) {
        const std::string who = fmt::format("block {} thread {}", thread / block, thread % block);
        if (!outcome.records.empty()) {
            const std::uint64_t* records = &outcome.records[std::size_t{thread} * trace_words];
            for (std::uint64_t i = 0; i < records[0]; ++i)
                stream << fmt::format("{} step {} statement {} = {:016x}\n", who, i,
                                      records[1 + 2 * i], records[2 + 2 * i]);
        }
        for (unsigned slot = 0; slot < program.slots && !outcome.results.empty(); ++slot)
            stream << fmt::format("{} result {} = {:016x}\n", who, slot,
                                  outcome.results[std::size_t{thread} * program.slots + slot]);
    }
    const std::size_t rows = std::size_t{program.threads()} * program.slots;
    for (std::size_t i = rows; i < outcome.results.size(); ++i)
        stream << fmt::format("shared by all threads, word {} = {:016x}\n", i - rows,
                              outcome.results[i]);
    return static_cast<bool>(stream);
}

bool print_difference(const std::string& left_file, const std::string& right_file) {
    std::ifstream left(left_file), right(right_file);
    if (!left || !right) {
        fmt::print("{} cannot be read\n", left ? right_file : left_file);
        return true;
    }
    const auto by_thread = [](std::ifstream& stream) {
        std::map<std::string, std::vector<std::string>> lines;
        for (std::string line; std::getline(stream, line);) {
            std::size_t end = line.find(" step ");
            if (end == std::string::npos) end = line.find(" result ");
            lines[line.substr(0, end == std::string::npos ? 6 : end)].push_back(line);
        }
        return lines;
    };
    auto ours = by_thread(left), theirs = by_thread(right);
    unsigned different = 0;
    for (auto& [thread, lines] : ours) {
        auto& others = theirs[thread];
        std::size_t i = 0;
        while (i < lines.size() && i < others.size() && lines[i] == others[i]) ++i;
        if (i == lines.size() && i == others.size()) continue;
        if (++different > 8) continue;
        fmt::print("- {}\n+ {}\n", i < lines.size() ? lines[i] : "(no more)",
                   i < others.size() ? others[i] : "(no more)");
    }
    fmt::print("{} of {} threads differ\n", different, ours.size());
    return different != 0;
}

} // namespace differential
