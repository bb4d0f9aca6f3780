// Tells the checker what a dying program cannot: which address it touched, and what the device was
// doing when the deadline passed.
#pragma once

#include "wire/message.hpp"

namespace workbook::learner {

// Handlers for the signals of crashes, on a stack of their own, and for the checker's question at
// the deadline (SIGUSR2). `activity` may be null.
void install_crash_report(wire::Mailbox* mailbox, const char* (*activity)());

} // namespace workbook::learner
