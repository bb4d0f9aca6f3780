// The lesson's second program: given code alone (reference.cu), asked for what a check compares
// with.
//
//     const int expected = WORKBOOK_REFERENCE(device_count).returned<int>();
//
// The student's program would answer as the student likes. Each call starts the program and ends
// it, and ends the student's before, which the next WORKBOOK_RUN starts anew: ask for much at once.
#pragma once

#include "harness/session.hpp"

namespace workbook {

// Which program is asked: main() says it. The program is started when it is asked.
void set_reference(SessionOptions options);

// Throws std::runtime_error when the call does not end as it should: that is no student's mistake.
Run call_reference(CallSpec spec);

} // namespace workbook
