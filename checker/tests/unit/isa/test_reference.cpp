// Tests: the page of instructions is what the table says.
#include "coverage.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <sstream>

TEST_CASE("docs/reference/instructions.md is what the table says") {
    std::ifstream file(WORKBOOK_INSTRUCTION_REFERENCE);
    std::ostringstream text;
    text << file.rdbuf();
    std::string error;
    const auto files = ptxtest::read_folder(WORKBOOK_INSTRUCTION_FILES, error);
    INFO(error);
    REQUIRE(files.has_value());
    INFO("to bring it up to date: generate_instruction_reference docs/reference/instructions.md");
    CHECK((text.str() == vgpu::isa::reference_text(ptxtest::coverage_of(*files))));
}
