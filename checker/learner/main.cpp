// Compiled once per lesson, with WORKBOOK_SERVES_CALLS and WORKBOOK_LESSON_HEADER="<the lesson's
// header>": the lesson's functions enter the table of calls here.
#include WORKBOOK_LESSON_HEADER

#include "learner/serve.hpp"

#include <unistd.h>

int main(int argument_count, char** arguments) {
    // _exit: what the learner's code does at exit is not part of any call.
    _exit(workbook::learner::serve(argument_count, arguments));
}
