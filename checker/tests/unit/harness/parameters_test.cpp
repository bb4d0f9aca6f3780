// Parameters are named as the lesson's header names them.
#include "harness/parameters.hpp"

#include <catch2/catch_test_macros.hpp>

#include <stdexcept>

using workbook::declare_lesson;
using workbook::parameter_names;
using workbook::parameters_of;
using Names = std::vector<std::string>;

namespace {

constexpr const char* declarations = R"(#pragma once
// add(a, b) is what it was called once.
/* void add(int* wrong); */
struct Shape { int rows, columns; };
double readd(double nothing);
void add(const float* x, std::size_t n, // elements
         Shape shape, float out[], unsigned long long seed = 1, int = 3,
         std::pair<int, int> range = {1, 2}, const int*);
WORKBOOK_CALLABLE(add);
int device_count();
int none(void);
WORKBOOK_CALLABLE(device_count);
void unnamed(const int*, unsigned int, std::size_t);
WORKBOOK_CALLABLE(unnamed);
void given(int);
)";

} // namespace

TEST_CASE("the names in a declaration") {
    CHECK(parameter_names(declarations, "add") ==
          Names{"x", "n", "shape", "out", "seed", "", "range", ""});
    CHECK(parameter_names(declarations, "readd") == Names{"nothing"});
    CHECK(parameter_names(declarations, "unnamed") == Names{"", "", ""});
    CHECK(parameter_names(declarations, "device_count").empty());
    CHECK(parameter_names(declarations, "none").empty());
    CHECK(parameter_names(declarations, "elsewhere").empty());
    CHECK(parameter_names("void f(int a, int", "f") == Names{"a"});
}

TEST_CASE("a callable function has names for all of its parameters") {
    declare_lesson("void scale(float* data, int n);\nWORKBOOK_CALLABLE(scale);\n"
                   "void odd(float*);\nWORKBOOK_CALLABLE(odd);\nvoid inner(float*);\n");
    CHECK(parameters_of("scale", 2) == Names{"data", "n"});
    CHECK_THROWS_AS(parameters_of("scale", 3), std::logic_error);
    CHECK_THROWS_AS(parameters_of("odd", 1), std::logic_error);
    CHECK(parameters_of("inner", 1) == Names{""});
    CHECK(parameters_of("of_another_program", 2) == Names{"", ""});
    declare_lesson("");
    CHECK(parameters_of("scale", 2) == Names{"", ""});
}
