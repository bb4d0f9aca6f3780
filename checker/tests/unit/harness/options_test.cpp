// Tests of harness/options.hpp.
#include "harness/options.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>

using namespace workbook;

namespace {

std::optional<Options> read(std::vector<std::string> arguments, std::string* problem = nullptr) {
    arguments.insert(arguments.begin(), "check");
    std::string text;
    auto options = read_options(arguments, text);
    if (problem) *problem = text;
    return options;
}

struct Variable {
    Variable(const char* variable, const char* value) : name(variable) {
        setenv(variable, value, 1);
    }
    ~Variable() { unsetenv(name); }
    const char* name;
};

} // namespace

TEST_CASE("options are read, the rest is left to Catch2") {
    const auto options =
        read({"--lesson", "03_square_port", "a case", "--points", "2.5", "--device", "virtual",
              "--seed", "42", "--result", "out.json", "-s"});
    REQUIRE(options);
    CHECK(options->lesson == "03_square_port");
    CHECK(options->points == 2.5);
    CHECK(options->device == WantedDevice::virtual_gpu);
    CHECK(options->seed == 42);
    CHECK(options->result_file == "out.json");
    CHECK(options->catch_arguments == std::vector<std::string>{"check", "a case", "-s"});
    CHECK(options->learner.ends_with("/learner")); // beside the program
    CHECK(options->reference.ends_with("/reference"));
    CHECK(read({"--reference", "given"})->reference == "given");
}

TEST_CASE("the environment is asked where the command line is silent") {
    const Variable device("WORKBOOK_DEVICE", "gpu"), seed("WORKBOOK_SEED", "99");
    CHECK(read({})->device == WantedDevice::gpu);
    CHECK(read({})->seed == 99);
    CHECK(read({"--seed", "1", "--device", "auto"})->seed == 1);
    CHECK(read({"--device", "auto"})->device == WantedDevice::automatic);
}

TEST_CASE("flags") {
    CHECK_FALSE(read({})->values_only);
    CHECK(read({"--values-only"})->values_only);
    CHECK(read({"--gain"})->gain);
    CHECK_FALSE(read({})->gain);
    CHECK(read({"--find-gpu"})->find_gpu);
    CHECK(read({"--can-confine"})->can_confine);
}

TEST_CASE("a seed is drawn where there is none") { CHECK(read({})->seed != read({})->seed); }

TEST_CASE("launches whose arrays are kept: number, block, address") {
    const auto options = read({"--arrays", "17:5:0,20:0:8589934592"});
    REQUIRE(options);
    REQUIRE(options->arrays.size() == 2);
    CHECK(options->arrays[0].number == 17);
    CHECK(options->arrays[0].block == 5);
    CHECK(options->arrays[0].focus == 0);
    CHECK(options->arrays[1].number == 20);
    CHECK(options->arrays[1].focus == 8'589'934'592);
    CHECK(read({})->arrays.empty());
    for (const char* wrong : {"", "17", "17:5", "17:5:", "17:5:0:1", "17:-5:0", "17:5:0x10",
                              "17:5:0,", "17:5:0,,20:0:0", ",17:5:0", "17:5:0 "}) {
        INFO(wrong);
        CHECK_FALSE(read({"--arrays", wrong}));
    }
}

TEST_CASE("bad values are named") {
    std::string problem;
    CHECK_FALSE(read({"--seed", "-1"}, &problem));
    CHECK(problem == "--seed -1: expected N|-");
    CHECK_FALSE(read({"--seed", "12x"}));
    CHECK_FALSE(read({"--points", "many"}));
    CHECK_FALSE(read({"--time-scale", "0"}));
    CHECK_FALSE(read({"--tree", "stubs"}));
    CHECK_FALSE(read({"--result"}, &problem));
    CHECK(problem == "--result: expected FILE");
    const Variable device("WORKBOOK_DEVICE", "toaster");
    CHECK_FALSE(read({}, &problem));
    CHECK(problem == "WORKBOOK_DEVICE=toaster: expected auto|gpu|virtual");
}
