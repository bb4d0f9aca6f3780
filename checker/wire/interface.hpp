// What a lesson's header includes: the mark that makes a function callable by its checker.
//
//     // Squares n numbers. input, output: host pointers, n elements each.
//     void square(const std::int64_t* input, std::int64_t* output, std::size_t n);
//     WORKBOOK_CALLABLE(square);
//
// In the learner's file and in the checker it declares nothing of importance. The one file that
// serves calls (checker/learner/main.cpp, compiled once per lesson with that lesson's header) gives
// it a meaning of its own: there it enters the function in the table of calls.
//
// A callable function takes and returns trivially copyable values; arrays are passed as pointers.
// Overloads and templates need a named wrapper.
#pragma once

#ifndef WORKBOOK_CALLABLE
#define WORKBOOK_CALLABLE(function) static_assert(true, "")
#endif
