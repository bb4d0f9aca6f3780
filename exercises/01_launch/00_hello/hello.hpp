// Lesson 00, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

// Prints the line "Hello from thread T" once for each T from 0 to threads - 1, in any order: each
// line by the thread that it names. One kernel, in one block of `threads` threads (1 to 1024). When
// it returns, all lines are printed.
void hello(int threads);
WORKBOOK_CALLABLE(hello);

// Your main(): says hello from 32 threads, then prints the line "Everybody has said hello", and
// returns 0. A program has one main(), and when your file is checked that is the checker's; so
// yours is compiled under this name there.
int main_of_the_lesson();
WORKBOOK_CALLABLE(main_of_the_lesson);
