#include "vgpu/client/debug_lines.hpp"
#include "vgpu/client/host_place.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace vgpu::client;

namespace {

// A .debug_line section, piece by piece.
class Section {
  public:
    Section& bytes(std::initializer_list<int> values) {
        for (const int value : values) data_.push_back(static_cast<std::byte>(value));
        return *this;
    }
    Section& number(std::uint64_t value, int size) {
        for (int i = 0; i < size; ++i) data_.push_back(static_cast<std::byte>(value >> 8 * i));
        return *this;
    }
    Section& text(std::string_view value) {
        for (const char letter : value) data_.push_back(static_cast<std::byte>(letter));
        return bytes({0});
    }
    // In front of it: how long it is.
    Section& with_length() {
        Section whole;
        whole.number(data_.size(), 4);
        whole.data_.insert(whole.data_.end(), data_.begin(), data_.end());
        *this = std::move(whole);
        return *this;
    }
    Section& add(const Section& other) {
        data_.insert(data_.end(), other.data_.begin(), other.data_.end());
        return *this;
    }
    const std::vector<std::byte>& data() const { return data_; }

  private:
    std::vector<std::byte> data_;
};

// Instruction length 1, rows are statements, line base -5, range 14, 13 standard opcodes.
// `version4` has one more byte.
Section header_start(bool version4) {
    Section header;
    header.bytes({1});
    if (version4) header.bytes({1});
    return header.bytes({1, -5, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1});
}

// Two functions: at 0x1000 lines 10, 12 and 11, at 0x1020 a line of a header and then line 30.
Section program() {
    Section rows;
    rows.bytes({0, 9, 2}).number(0x1000, 8); // set_address
    rows.bytes({3, 9, 1});                   // advance_line 9, copy: 0x1000, line 10
    rows.bytes({13 + (2 + 5) + 14 * 8});     // special: 0x1008, line 12
    rows.bytes({2, 8, 3, 0x7f, 1});          // advance_pc 8, line -1, copy: 0x1010, line 11
    rows.bytes({2, 0x10, 4, 2, 3, 9, 1});    // 0x1020, file 2, line 20
    rows.bytes({2, 4, 4, 1, 3, 10, 1});      // 0x1024, file 1, line 30
    rows.bytes({2, 4, 4, 2, 3, 0x76, 1});    // 0x1028, file 2, line 20
    rows.bytes({2, 8, 0, 1, 1});             // up to 0x1030; end_sequence
    return rows;
}

Section version_4() {
    Section header = header_start(true);
    header.text("/cuda/include").bytes({0});
    header.text("main.cu").bytes({0, 0, 0}).text("cuda_runtime.h").bytes({1, 0, 0}).bytes({0});
    return Section().number(4, 2).add(header.with_length()).add(program()).with_length();
}

// Names are in .debug_line_str.
constexpr std::string_view names_5{"/home/me\0/cuda/include\0main.cu\0cuda_runtime.h\0", 46};
Section version_5() {
    Section header = header_start(true);
    header.bytes({1, 1, 0x1f, 2}).number(0, 4).number(9, 4);
    header.bytes({3, 1, 0x1f, 2, 0x0b, 5, 0x1e, 3}); // path, folder, checksum
    for (const auto& [name, folder] : {std::pair{0, 0}, {23, 0}, {31, 1}}) {
        header.number(static_cast<std::uint64_t>(name), 4).bytes({folder});
        header.number(1, 8).number(2, 8);
    }
    return Section()
        .number(5, 2)
        .bytes({8, 0})
        .add(header.with_length())
        .add(program())
        .with_length();
}

DebugSections sections_of(const Section& lines) {
    return {lines.data(), std::as_bytes(std::span(names_5)), {}};
}

// An instruction of the caller.
[[gnu::noinline]] std::uint64_t here() {
    return reinterpret_cast<std::uint64_t>(__builtin_return_address(0)) - 1;
}

} // namespace

TEST_CASE("lines of instructions, in two versions of the format") {
    const Section unit[] = {version_4(), version_5()};
    const std::string folder[] = {"", "/home/me/"};
    for (int i = 0; i < 2; ++i) {
        INFO(i);
        const DebugSections sections = sections_of(unit[i]);
        const auto first = [&](std::uint64_t address) {
            const auto lines = lines_up_to(sections, 0x1000, address);
            return lines.empty() ? HostLine{} : lines.front();
        };
        CHECK(first(0x1000) == HostLine{folder[i] + "main.cu", 10});
        CHECK(first(0x1007).line == 10);
        CHECK(first(0x1008).line == 12);
        CHECK(first(0x101f).line == 11);
        CHECK(first(0x1024).line == 30);
        CHECK(first(0x0fff).line == 0);
        CHECK(first(0x1030).line == 0);
        // Inlined from a header: what stands before it in the function, but not in another one.
        const auto inlined = lines_up_to(sections, 0x1020, 0x102a);
        REQUIRE(inlined.size() == 3);
        CHECK(inlined[0] == HostLine{"/cuda/include/cuda_runtime.h", 20});
        CHECK(inlined[1].line == 30);
        CHECK(inlined[2].line == 20);
    }
    // Behind a unit that is not understood comes one that is.
    Section both = Section().number(9, 2).bytes({1, 2, 3}).with_length();
    both.add(version_5());
    CHECK(lines_up_to(sections_of(both), 0x1000, 0x1008).size() == 2);
}

TEST_CASE("damaged line information ends the search") {
    for (const Section& whole : {version_4(), version_5()}) {
        for (std::size_t length = 0; length < whole.data().size(); ++length) {
            const std::vector<std::byte> cut(
                whole.data().begin(), whole.data().begin() + static_cast<std::ptrdiff_t>(length));
            lines_up_to({cut, {}, {}}, 0x1000, 0x1028);
            for (const int damage : {0x00, 0x7f, 0x80, 0xff}) {
                std::vector<std::byte> bent = whole.data();
                bent[length] = static_cast<std::byte>(damage);
                lines_up_to({bent, {}, {}}, 0x1000, 0x1028);
            }
        }
    }
    SUCCEED("no crash, no endless loop");
}

TEST_CASE("a line of this program, and none where there is no code") {
    const std::string line = line_of_instruction(here());
    const int next_line = __LINE__;
    CHECK(line == "host_place_test.cpp:" + std::to_string(next_line - 1));
    int variable = 0;
    CHECK(line_of_instruction(reinterpret_cast<std::uint64_t>(&variable)).empty());
    CHECK(line_of_instruction(0).empty());
}
