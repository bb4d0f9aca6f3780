// The processor that the virtual GPU was built for.
#include "vgpu/engine/processor.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace vgpu::engine;

TEST_CASE("an instruction set that is used and not there is named") {
    const InstructionSet sets[] = {
        {"A", false, false}, {"B", true, true}, {"C", true, false}, {"D", true, false}};
    CHECK(missing_instructions(std::span(sets).first(2)) == nullptr);
    CHECK(missing_instructions({}) == nullptr);
    REQUIRE(missing_instructions(sets) != nullptr);
    CHECK(std::string(missing_instructions(sets)) == "C");
}

TEST_CASE("this machine has what the virtual GPU was built for") {
    CHECK(missing_instructions(instruction_sets()) == nullptr);
}
