// Tests of cli/compiler_output.hpp.
#include "cli/compiler_output.hpp"

#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>

using namespace workbook::cli;

namespace {

std::vector<Message> explain(const std::string& output) {
    const auto course = example_course();
    return explain_compiler_output(course, course.lessons[0], output);
}

// What the student reads of an error in a file with this text, and with a header that asks for
// `void add(int)` and a class.
std::string advice(const std::string& error, const std::string& source = "") {
    const TemporaryFolder folder;
    folder.write("course/exercises/01_first/02_add/add.hpp",
                 "// A helper(int) /* is yours. */\n/* other(int)\n */ void add(int n);\n"
                 "struct Stack { void push(int); };\n");
    folder.write("add.cu", source);
    const auto course = example_course(folder.path() / "course");
    return explain_compiler_output(course, course.lessons[0], error, folder.path() / "add.cu")
        .at(0)
        .text;
}

std::string undefined(const std::string& symbol) {
    return advice("/usr/bin/ld: main.cpp:(.text+0x1): undefined reference to `" + symbol + "'\n");
}

// nvcc's words on a call in a kernel, which end in what it does not tell of itself.
std::string called(const std::string& function, const std::string& line,
                   const std::string& source = "") {
    const auto text =
        advice("/a/add.cu(3): error: calling a " + function +
                   " from a __global__ function(\"k\") is not allowed\n    " + line + "\n    ^\n",
               source);
    return text.substr(text.rfind('\n') + 1);
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

TEST_CASE("a course may lie in a folder of any name") {
    const std::string root = "/home/ada/work book (1): new/cuda:12:3";
    const auto course = example_course(root);
    const std::string file = root + "/exercises/01_first/02_add/add.cu";
    const auto messages = explain_compiler_output(
        course, course.lessons[0],
        file + "(14): error: no match for \"f(3): error: x\"\n" + file +
            ":5:10: fatal error: x.hpp\n" + file + "(9): warning #177-D: unused\n" + file +
            ":7:1: note: declared here\n");
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].file == "exercises/01_first/02_add/add.cu");
    CHECK(messages[0].line == 14);
    CHECK(messages[0].text == "error: no match for \"f(3): error: x\"");
    CHECK(messages[1].file == "exercises/01_first/02_add/add.cu");
    CHECK(messages[1].line == 5);
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

TEST_CASE("a function that is not defined is named once") {
    const auto messages =
        explain("/usr/bin/ld: main.cpp:(.text+0x1): undefined reference to `add(int)'\n"
                "/usr/bin/ld: main.cpp:(.text+0x9): undefined reference to `add(int)'\n"
                "collect2: error: ld returned 1 exit status\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].text.find("add(int) is declared but defined nowhere") != std::string::npos);
}

TEST_CASE("what is not defined is the header's, a library's or the student's own") {
    const std::string asked =
        " is declared but defined nowhere. Define it with exactly the name "
        "and the parameter types that exercises/01_first/02_add/add.hpp gives "
        "it, outside any namespace.";
    CHECK(undefined("add(int)") == "error: add(int)" + asked);
    CHECK(undefined("void add<int>(int)") == "error: void add<int>(int)" + asked);
    CHECK(undefined("Stack::push(int)") == "error: Stack::push(int)" + asked);
    const std::string own = " is declared but defined nowhere. Define it in "
                            "exercises/01_first/02_add/add.cu just as it is declared, or do not "
                            "use it.";
    for (const std::string symbol :
         {"helper(int)", "other(int)", "(anonymous namespace)::twice(int)", "cube(int)",
          "mine::add(int)", "std::vector<int> twice(int)", "counter", "cube", "curandom(int)"})
        CHECK(undefined(symbol) == "error: " + symbol + own);
    const std::string library = ", and nothing that this lesson is linked with has it. Do without "
                                "it.";
    CHECK(undefined("curandCreateGenerator") ==
          "error: curandCreateGenerator is a function of cuRAND" + library);
    CHECK(undefined("cublasCreate_v2") ==
          "error: cublasCreate_v2 is a function of cuBLAS" + library);
    CHECK(undefined("nvrtcVersion") == "error: nvrtcVersion is a function of NVRTC" + library);
    CHECK(undefined("cuInit") == "error: cuInit is a function of the CUDA driver" + library);
    CHECK(undefined("std::thread::hardware_concurrency()") ==
          "error: std::thread::hardware_concurrency() is of C++'s standard library" + library);
    CHECK(undefined("vtable for Shape").starts_with("error: a virtual function of Shape is "));
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

TEST_CASE("a call in a kernel of what is for the host: whose function it is decides what to do") {
    const std::string own = "What runs on the device needs __host__ __device__ before its "
                            "definition.",
                      standard = "The standard library's functions are for the host. cuda::std or "
                                 "Thrust may have one that a kernel can call.",
                      cuda = "It is CUDA's and for the host: call it where the kernel is launched.";
    const auto constant = [](const std::string& name) {
        return "constexpr __host__ function(\"" + name + "\")";
    };
    const auto plain = [](const std::string& name) {
        return "__host__ function(\"" + name + "\")";
    };
    const std::string source =
        "constexpr int twice(int n) { return 2 * n; }\n"
        "struct S { S(int a) : a_(a), b_(1) {} int size() const { return 1; } };\n"
        "extern \"C\" int in_c(int n)\n{\n}\n"
        "void f() { if (max(a, b)) { sort(p); } for (; g(x); ) {} }\n";
    CHECK(called(constant("twice"), "p[0] = twice(1);", source) == own);
    CHECK(called(constant("S"), "S s(1);", source) == own);
    CHECK(called(constant("size"), "s.size();", source) == own);
    CHECK(called(constant("size"), "v.size();", "int main() { v.size(); }") == standard);
    CHECK(called(constant("sort"), "std::sort(p, p + 3);", source) == standard);
    CHECK(called(constant("sort"), "sort(p, p + 3);", source) == standard);
    CHECK(called(constant("max"), "max(p[0], p[1]);", source) == standard);
    CHECK(called(constant("g"), "g(1);", source) == standard);
    CHECK(called(plain("helper(int)"), "helper(1);", source) == own);
    CHECK(called(plain("T1 mine::twice<int> (T1)"), "twice(1);", source) == own);
    CHECK(called(plain("std::vector<int> mine::all(int)"), "all(1);", source) == own);
    CHECK(called(plain("in_c"), "in_c(1);", source) == own);
    CHECK(called(plain("rand"), "rand();", source) == standard);
    CHECK(called(plain("std::hash<int> ::operator ()(int) const"), "h(1);", source) == standard);
    CHECK(called(plain("void std::swap<int> (T1 &, T1 &)"), "swap(a, b);", source) == standard);
    CHECK(called(plain("cudaDeviceReset"), "cudaDeviceReset();", source) == cuda);
    CHECK(called(plain("cudaError cudaMalloc<int> (T1 **, unsigned long)"), "", source) == cuda);
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

TEST_CASE("a message made long line by line, or by marks below it, does no harm either") {
    const std::string start = "x(1): error: calling a __host__ function The experimental flag 'a\n";
    std::string lines, carets;
    for (int i = 0; i < 20'000; ++i) lines += std::string(3000, 'a') + '\n';
    for (int i = 0; i < 20'000; ++i) carets += std::string(3000, ' ') + "^\n";
    const auto of_lines = explain(start + lines), of_carets = explain(start + carets);
    CHECK(of_lines.at(0).text.size() < 10'000);
    CHECK(of_carets.at(0).text.size() < 20'000);
    CHECK(explain(lines).at(0).text.size() < 10'000); // no error at all
}
