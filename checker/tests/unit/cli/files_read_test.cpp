// What a compiler without a sandbox has read, found in the texts that it leaves.
#include "cli/submission/files_read.hpp"

#include "cli/private_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace fs = std::filesystem;

TEST_CASE("what a compiler has read beside what it may is found") {
    const workbook::cli::PrivateFolder place;
    const auto write = [&](const std::string& name, const std::string& text) {
        fs::create_directories((place.path() / name).parent_path());
        std::ofstream(place.path() / name) << text;
    };
    const auto found = [&](const std::string& preprocessed, const std::string& rule) {
        write("notes/x.cpp4.ii", preprocessed);
        write("notes/assembler.d", rule);
        const auto stranger =
            workbook::cli::stranger_that_was_read(place.path() / "notes", place.path() / "build",
                                                  {place.path() / "course", place.path() / "x.cu"});
        CHECK_FALSE(fs::exists(place.path() / "notes"));
        return stranger ? stranger->lexically_relative(fs::canonical(place.path())).string() : "";
    };
    write("build/z", "");
    write("x.cu", "");
    write("course/x.hpp", "");
    write("course_exam/secret file.cu", "");
    const auto at = [&](const std::string& name) { return (place.path() / name).string(); };
    const std::string mine = "# 1 \"" + at("x.cu") + "\"\n# 1 \"<built-in>\"\nint x;\n# 12 \"" +
                             at("course/x.hpp") + "\" 1 3\n";
    CHECK(found(mine, "x.o: x.s\n").empty());
    CHECK(found(mine + "# 1 \"../course_exam/secret file.cu\" 1\n", "") ==
          "course_exam/secret file.cu");
    CHECK(found(mine + "#line 1 \"" + at("course/../course_exam/secret file.cu") + "\"\n", "") ==
          "course_exam/secret file.cu");
    CHECK(found(mine, "x.o: x.s \\\n ../course_exam/secret\\ file.cu\n") ==
          "course_exam/secret file.cu");
    CHECK(found(mine + "# 1 \"/no/such/file\"\nauto text = \"# 1 \\\"/etc/passwd\\\"\";\n", "")
              .empty());
}
