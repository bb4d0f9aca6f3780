// Tests of cli/compiler_output.hpp.
#include "cli/compiler_output.hpp"

#include "example_course.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>

using namespace workbook::cli;

namespace {

std::vector<Message> explain(const std::string& output) {
    const auto course = example_course();
    return explain_compiler_output(course, course.lessons[0], output);
}

} // namespace

TEST_CASE("nvcc's errors, the student's own file first") {
    const auto messages =
        explain(R"([1/2] Building CUDA object CMakeFiles/learner_02_add.dir/add.cu.o
FAILED: CMakeFiles/learner_02_add.dir/add.cu.o
/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -I/course -c add.cu
/course/exercises/01_first/02_add/add.hpp(3): error: expected a ";"
  void add()
            ^

/course/exercises/01_first/02_add/add.cu(12): warning #177-D: variable "i" was declared but never referenced

/course/exercises/01_first/02_add/add.cu(14): error: identifier "blockIDx" is undefined
      int i = blockIDx.x;
              ^

2 errors detected in the compilation of "/course/exercises/01_first/02_add/add.cu".
ninja: build stopped: cannot make progress due to previous errors.
)");
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].file == "exercises/01_first/02_add/add.cu");
    CHECK(messages[0].line == 14);
    CHECK(messages[0].verdict == "does_not_compile");
    CHECK(messages[0].text == "error: identifier \"blockIDx\" is undefined\n"
                              "      int i = blockIDx.x;\n"
                              "              ^");
    CHECK(messages[1].file == "exercises/01_first/02_add/add.hpp");
}

TEST_CASE("the host compiler's errors") {
    const auto messages = explain(
        "/course/exercises/01_first/02_add/add.cu:5:10: fatal error: nothing.hpp: No such file "
        "or directory\n    5 | #include \"nothing.hpp\"\ncompilation terminated.\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].line == 5);
    CHECK(messages[0].text.find("nothing.hpp") != std::string::npos);
    CHECK(messages[0].text.find("terminated") == std::string::npos);
}

TEST_CASE("of a long line, what the caret points at is left") {
    const std::string start = "    for (int i = blockIdx.x * blockDim.x; i < n; i += gridDim.x) ";
    const std::string wrong = "out[i] = op(in[i]);";
    const std::string text = "/course/exercises/01_first/02_add/add.cu(14): error: no\n";
    const std::string caret = std::string(start.size(), ' ') + "^\n\n";
    const auto messages = explain(text + start + wrong + "\n" + caret);
    REQUIRE(messages.size() == 1);
    std::istringstream shown(messages[0].text);
    std::string line, place, mark;
    std::getline(shown, line);
    std::getline(shown, place);
    std::getline(shown, mark);
    CHECK(place.size() <= 72);
    CHECK(place.find(wrong) == mark.find('^'));
}

TEST_CASE("a function that is not defined is named once, with what to do") {
    const auto messages =
        explain("/usr/bin/ld: main.cpp:(.text+0x1): undefined reference to `add(int)'\n"
                "/usr/bin/ld: main.cpp:(.text+0x9): undefined reference to `add(int)'\n"
                "collect2: error: ld returned 1 exit status\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].text.find("add(int) is declared but defined nowhere") != std::string::npos);
    CHECK(messages[0].text.find("exercises/01_first/02_add/add.hpp") != std::string::npos);
}

TEST_CASE("what is not understood is shown as it is") {
    const auto messages = explain("Killed\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].text.find("Killed") != std::string::npos);
}

TEST_CASE("a file that is not there can be put back") {
    const auto messages = explain("cc1plus: fatal error: /course/exercises/01_first/02_add/add.cu: "
                                  "No such file or directory\ncompilation terminated.\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].text == "There is no file exercises/01_first/02_add/add.cu. To have it as it "
                              "was handed out: ./workbook reset 02_add");
}

TEST_CASE("a function that is not for the device is told how to become one") {
    const auto messages =
        explain("/course/exercises/01_first/02_add/add.cu(8): error: calling a constexpr __host__ "
                "function(\"twice\") from a __global__ function(\"kernel\") is not allowed. The "
                "experimental flag '--expt-relaxed-constexpr' can be used to allow this.\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].text ==
          "error: calling a constexpr __host__ function(\"twice\") from a __global__ "
          "function(\"kernel\") is not allowed.\n"
          "What runs on the device needs __host__ __device__ before its definition.");
}

TEST_CASE("the two commonest errors of a launch are said in words, too") {
    const std::string file = "/course/exercises/01_first/02_add/add.cu";
    const auto messages =
        explain(file +
                "(12): error: a __global__ function call must be configured\n"
                "    add_kernel(x, n);\n    ^\n\n" +
                file + "(12): error: a host function call cannot be configured\n" +
                "    add_kernel<<<1, 32>>>(x, n);\n              ^\n\n");
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].text.find("^\nA kernel is launched, not called: say how many blocks") !=
          std::string::npos);
    CHECK(messages[1].text.find("^\nOnly a kernel is launched with <<<blocks, threads>>>") !=
          std::string::npos);
    CHECK(messages[1].text.ends_with("is __global__ missing before its return type?"));
}

TEST_CASE("a lambda for the host alone is looked for where it stands, and once") {
    const std::string file = "/course/exercises/01_first/02_add/add.cu";
    const std::string error =
        file +
        "(5): error: calling a constexpr __host__ function(\"operator()\") from a __global__ "
        "function(\"map_kernel\") is not allowed. The experimental flag "
        "'--expt-relaxed-constexpr' can be used to allow this.\n"
        "          out[i] = op(in[i]);\n"
        "                     ^\n"
        "          detected during:\n"
        "            instantiation of \"void map_kernel(Op) [with Op=lambda [](int)->int]\" at "
        "line 9\n"
        "            instantiation of \"void map(Op) [with Op=lambda [](int)->int]\" at line "
        "12\n\n";
    const auto messages = explain(error + error);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].line == 12);
    CHECK(messages[0].text.ends_with("\nA lambda that a kernel calls needs __device__ behind its "
                                     "brackets: [=] __device__ (...) { ... }"));
    auto elsewhere = error;
    elsewhere.replace(elsewhere.rfind(" 12"), 3, " 12 of \"/course/other.hpp\"");
    CHECK(explain(elsewhere).at(0).line == 5);
}

TEST_CASE("a flood of errors is cut") {
    std::string output;
    for (int i = 0; i < 100; ++i)
        output +=
            "/course/exercises/01_first/02_add/add.cu(" + std::to_string(i) + "): error: no\n";
    CHECK(explain(output).size() == 5);
}

TEST_CASE("what a student's file made long, or wrong, does no harm") {
    const std::string file = "/course/exercises/01_first/02_add/add.cu";
    const std::string long_word(1'000'000, 'a');
    const auto messages = explain(file + "(3): error: " + long_word + "\n" + long_word + "\n" +
                                  file + "(99999999999999999999): error: there is no such line\n" +
                                  "undefined reference to `" + long_word + "'\n");
    REQUIRE(messages.size() >= 2);
    CHECK(messages[0].line == 3);
    CHECK(messages[1].line == 0);
    for (const auto& message : messages) CHECK(message.text.size() < 10'000);
}
