// What a lesson's header includes: the mark that makes a function callable by its checker.
//
//     // Squares n numbers. input, output: host pointers, n elements each.
//     void square(const std::int64_t* input, std::int64_t* output, std::size_t n);
//     WORKBOOK_CALLABLE(square);
//
// In the learner's file and in the checker it declares nothing of importance; in the one file that
// serves calls (checker/learner/main.cpp, compiled once per lesson with that lesson's header) it
// enters the function in the table of calls.
//
// A callable function takes and returns trivially copyable values; arrays are passed as pointers.
// Overloads and templates need a named wrapper.
#pragma once

#ifdef WORKBOOK_SERVES_CALLS
#include "learner/registration.hpp"
// NOLINTNEXTLINE(bugprone-macro-parentheses): an argument of a template, and a name
#define WORKBOOK_CALLABLE(function)                                                                \
    static const ::workbook::learner::Registration workbook_registration_##function(               \
        #function, ::workbook::learner::invoke<&function>)
#else
#define WORKBOOK_CALLABLE(function) static_assert(true, "")
#endif
