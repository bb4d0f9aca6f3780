// Runs the corpus on the virtual GPU with every check on, under several schedules: each fault is
// found, with the words, the kind, the line and the thread that expected.tsv and the markers in the
// sources promise, and nothing else is said; of the correct programs nothing at all.
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
using Place = std::pair<std::string, int>; // file without folder, line

constexpr std::array seeds = {0, 1, 2};
const std::string sources = WORKBOOK_CORPUS_SOURCES;
const std::string programs = WORKBOOK_CORPUS_PROGRAMS;

struct Expected {
    std::string name, tool, kind, who, count, words;
};

// name, tool, kind, "block thread", count, compute-sanitizer's tool, words; "-": not said.
std::map<std::string, Expected> expectations() {
    std::map<std::string, Expected> all;
    std::ifstream file(sources + "/expected.tsv");
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream columns(line);
        std::array<std::string, 7> column;
        for (std::string& text : column) std::getline(columns, text, '\t');
        INFO(line);
        REQUIRE_FALSE(column[6].empty());
        all[column[0]] = {column[0], column[1], column[2], column[3], column[4], column[6]};
    }
    return all;
}

struct Marked {
    std::set<Place> fault, other;
};

// "// fault: NAME, other: NAME" at the end of a line.
std::map<std::string, Marked> markers() {
    static const std::regex marker("(fault|other): (\\w+)");
    std::map<std::string, Marked> marked;
    for (const auto& entry : std::filesystem::directory_iterator(sources + "/faulty")) {
        std::ifstream file(entry.path());
        std::string line;
        for (int number = 1; std::getline(file, line); ++number) {
            const std::size_t comment = line.find("//");
            if (comment == std::string::npos) continue;
            const std::string text = line.substr(comment);
            for (std::sregex_iterator at(text.begin(), text.end(), marker), end; at != end; ++at)
                ((*at)[1] == "fault" ? marked[(*at)[2]].fault : marked[(*at)[2]].other)
                    .insert({entry.path().filename().string(), number});
        }
    }
    return marked;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct Run {
    int status = 0;
    std::vector<json> faults;
    std::string said; // on stderr
};

Run run(const std::string& program, const std::string& name, int seed) {
    const std::filesystem::path folder = std::filesystem::path(programs) / "scratch" / program;
    std::filesystem::create_directories(folder);
    const std::filesystem::path trace = folder / "trace", errors = folder / "stderr";
    std::filesystem::remove(trace);
    // A guest that hangs is ended by the limit on CPU time.
    const std::string command =
        "ulimit -c 0; ulimit -t 60; WORKBOOK_CHECKS=all,leakcheck WORKBOOK_SCHEDULE_SEED=" +
        std::to_string(seed) + " WORKBOOK_TRACE_FILE='" + trace.string() + "' LD_LIBRARY_PATH='" +
        WORKBOOK_CORPUS_RUNTIME + "' exec '" + programs + "/" + program + "' " + name +
        " >/dev/null 2>'" + errors.string() + "'";
    Run result;
    result.status = std::system(command.c_str());
    std::istringstream lines(text_of(trace));
    for (std::string line; std::getline(lines, line);) result.faults.push_back(json::parse(line));
    result.said = text_of(errors);
    return result;
}

std::vector<std::string> names_of(const std::string& program) {
    const std::string list = programs + "/" + program + ".list";
    const std::string command = "LD_LIBRARY_PATH='" + std::string(WORKBOOK_CORPUS_RUNTIME) + "' '" +
                                programs + "/" + program + "' --list >'" + list + "'";
    REQUIRE(std::system(command.c_str()) == 0);
    std::ifstream file(list);
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);) names.push_back(line);
    return names;
}

// The innermost frame in a program's own source.
Place place_of(const json& site) {
    for (const json& frame : site.value("frames", json::array())) {
        const std::filesystem::path file = frame["file"].get<std::string>();
        if (file.string().find("/include/") == std::string::npos)
            return {file.filename().string(), frame["line"].get<int>()};
    }
    return {};
}

// "a ... b": all pieces, in this order.
bool contains(const std::string& text, const std::string& words) {
    std::size_t from = 0;
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(" ... ", begin), words.size());
        const std::string piece = words.substr(begin, end - begin);
        const std::size_t at = text.find(piece, from);
        if (at == std::string::npos) return false;
        from = at + piece.size();
        begin = end + 5;
    }
    return true;
}

std::string who_of(const json& fault) {
    const auto triple = [](const json& value) {
        return std::to_string(value[0].get<int>()) + "," + std::to_string(value[1].get<int>()) +
               "," + std::to_string(value[2].get<int>());
    };
    return triple(fault["block"]) + " " + triple(fault["thread"]);
}

// Whether this is the fault that the table and the markers speak of.
bool is_it(const json& fault, const Expected& expected, const Marked& marked) {
    const std::string text =
        fault["message"].get<std::string>() + "\n" + fault["detail"].get<std::string>();
    if (fault["tool"] != expected.tool || fault["kind"] != expected.kind) return false;
    if (!contains(text, expected.words)) return false;
    if (expected.who != "-" && who_of(fault) != expected.who) return false;
    if (expected.count != "-" && std::to_string(fault["count"].get<int>()) != expected.count)
        return false;
    if (marked.fault.empty()) return fault["kernel"] == "" || fault["frames"].empty();
    const Place here = place_of(fault);
    const Place there = fault.contains("other") ? place_of(fault["other"]) : Place{};
    // A copy has no place: it is named as the one or the other, whichever ran later.
    if (marked.other.empty()) return marked.fault.contains(here == Place{} ? there : here);
    return (marked.fault.contains(here) && marked.other.contains(there)) ||
           (marked.fault.contains(there) && marked.other.contains(here));
}

void check_faulty(const Expected& expected, const Marked& marked, int seed) {
    const Run result = run("corpus_faulty", expected.name, seed);
    INFO(expected.name << ", seed " << seed << "\n" << result.said);
    if (expected.tool == "api") {
        CHECK(contains(result.said, expected.words));
        CHECK(result.faults.empty());
        return;
    }
    bool found = false;
    for (const json& fault : result.faults) {
        found = found || is_it(fault, expected, marked);
        INFO(fault.dump());
        // A thread that reads too early may read what is not written yet: that follows from a race.
        CHECK((fault["tool"] == expected.tool ||
               (expected.tool == "racecheck" && fault["tool"] == "initcheck")));
        // What else is reported follows from the same mistake and is marked as such.
        const auto is_marked = [&](const Place& place) {
            return place == Place{} || marked.fault.contains(place) || marked.other.contains(place);
        };
        CHECK(is_marked(place_of(fault)));
        if (fault.contains("other")) CHECK(is_marked(place_of(fault["other"])));
    }
    CHECK(found);
}

} // namespace

TEST_CASE("every fault of the corpus is found") {
    const auto table = expectations();
    const auto marked = markers();
    const std::vector<std::string> names = names_of("corpus_faulty");
    CHECK(names.size() >= 60);
    CHECK(names.size() == table.size());
    for (const auto& [name, lines] : marked) {
        INFO("marked, but not in the table: " << name);
        CHECK(table.contains(name));
    }
    for (const std::string& name : names) {
        INFO("in a source, but not in the table: " << name);
        REQUIRE(table.contains(name));
        const auto lines = marked.find(name);
        for (const int seed : seeds)
            check_faulty(table.at(name), lines == marked.end() ? Marked{} : lines->second, seed);
    }
}

TEST_CASE("nothing is said of the correct programs") {
    const std::vector<std::string> names = names_of("corpus_correct");
    CHECK(names.size() >= 60);
    for (const std::string& name : names)
        for (const int seed : seeds) {
            const Run result = run("corpus_correct", name, seed);
            INFO(name << ", seed " << seed << "\n" << result.said);
            CHECK(result.status == 0);
            CHECK(result.faults.empty());
            CHECK(result.said.empty());
        }
}
