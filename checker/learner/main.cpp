// Compiled once per lesson, with WORKBOOK_LESSON_HEADER="<the lesson's header>": the lesson's
// functions enter the table of calls here.
#include "learner/registration.hpp"

// What the header's marks do here (wire/interface.hpp).
// NOLINTNEXTLINE(bugprone-macro-parentheses): an argument of a template, and a name
#define WORKBOOK_CALLABLE(function)                                                                \
    static const ::workbook::learner::Registration workbook_registration_##function(               \
        #function, ::workbook::learner::invoke<&function>)

#include WORKBOOK_LESSON_HEADER

#include "learner/serve.hpp"

#include <unistd.h>

int main(int argument_count, char** arguments) {
    // _exit: what the learner's code does at exit is not part of any call.
    _exit(workbook::learner::serve(argument_count, arguments));
}
