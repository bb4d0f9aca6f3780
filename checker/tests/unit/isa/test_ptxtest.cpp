// The instruction files themselves: which GPU answered, and how answers are compared and written.
#include "ptxtest.hpp"

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <unistd.h>

namespace {

using namespace ptxtest;

// A file of the given text, read back.
class Written {
  public:
    explicit Written(const std::string& text)
        : path_(std::filesystem::temp_directory_path() /
                ("workbook_" + std::to_string(getpid()) + ".ptxtest")) {
        std::ofstream(path_) << text;
        std::string error;
        auto file = read(path_.string(), error);
        INFO(error);
        REQUIRE(file.has_value());
        file_ = std::move(*file);
    }
    ~Written() { std::filesystem::remove(path_); }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;

    const File& file() const { return file_; }
    bool first_line_matches(std::uint64_t actual) const {
        const Form& form = file_.forms[0];
        return matches(form, *form.results()[0], form.lines[0], form.lines[0].expected[0],
                       {actual});
    }

  private:
    std::filesystem::path path_;
    File file_;
};

bool names_who_answered(const std::string& header) {
    // "NVIDIA H200, 2026-11-20", or why no real device can: "the virtual GPU, as ..."
    static const std::regex real(R"(NVIDIA [^,]+, \d{4}-\d{2}-\d{2})");
    static const std::regex ours(R"(the virtual GPU, as \S.+)");
    return std::regex_match(header, real) || std::regex_match(header, ours);
}

} // namespace

TEST_CASE("a header names a real device or says why none answered") {
    CHECK(names_who_answered("NVIDIA H200, 2026-11-20"));
    CHECK(names_who_answered("the virtual GPU, as a driver chooses the addresses"));
    CHECK_FALSE(names_who_answered(""));
    CHECK_FALSE(names_who_answered("the virtual GPU"));
    CHECK_FALSE(names_who_answered("Virtual GPU, 2026-11-20"));
    for (const auto& entry : std::filesystem::directory_iterator(WORKBOOK_INSTRUCTION_FILES)) {
        if (entry.path().extension() != ".ptxtest") continue;
        std::string error;
        const auto file = read(entry.path().string(), error);
        INFO(entry.path().filename().string() << " " << error);
        REQUIRE(file.has_value());
        INFO("answered by: " << file->answered_by);
        // New forms wait for the next run on silicon.
        const bool waits = file->answered_by == "no device yet";
        CHECK((waits || names_who_answered(file->answered_by)));
    }
}

TEST_CASE("a tolerance holds for each half of a pair, never for a NaN") {
    const Written pair("> ex2.approx.f16x2 =d:f16x2, a:f16x2\n! within 1 ulp\n1|1 -> 2|2\n");
    CHECK(pair.first_line_matches(0x40014000)); // one ulp above in the upper half
    CHECK(pair.first_line_matches(0x40003fff));
    CHECK_FALSE(pair.first_line_matches(0x40004002));
    CHECK_FALSE(pair.first_line_matches(0x40024000));
    const Written nan("> ex2.approx.f32 =d:f32, a:f32\n! within 1 ulp\nnan -> nan\n");
    CHECK(nan.first_line_matches(0x7fffffff));
    CHECK_FALSE(nan.first_line_matches(0x7ffffffe));
}

TEST_CASE("answers replace only what differs") {
    const Written written("# answered by: nobody\n> add.f32 =d:f32, a:f32, b:f32\n! within 2 ulp\n"
                          "1.0 1.0 -> 2.0\n1.0 2.0 -> 3.0\n");
    CHECK(
        with_results(written.file(), "NVIDIA T4, 2020-01-01", {{{{0x40000000}}, {{0x40400001}}}}) ==
        "# answered by: NVIDIA T4, 2020-01-01\n> add.f32 =d:f32, a:f32, b:f32\n"
        "! within 2 ulp\n1.0 1.0 -> 2.0\n1.0 2.0 -> 3.0000002\n");
}

TEST_CASE("files that only the virtual GPU can answer say so") {
    CHECK(Written("# answered by: the virtual GPU, as windows move\n").file().is_for_virtual_gpu());
    CHECK_FALSE(Written("# answered by: NVIDIA H200, 2026-11-20\n").file().is_for_virtual_gpu());
}
