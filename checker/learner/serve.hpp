// The learner program's side of the conversation: receives calls, makes them, sends back what came
// of them. It knows no expected value.
#pragma once

namespace workbook::learner {

// Serves until the checker hangs up; returns the program's exit code. Started by hand, without a
// checker, it repeats a recorded call (learner/replay.hpp) or says how to use it.
int serve(int argument_count, char** arguments);

} // namespace workbook::learner
