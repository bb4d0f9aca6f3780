// Tells the checker what a dying program cannot: which address it touched, and what the device was
// doing when the deadline passed.
#pragma once

#include "wire/message.hpp"

#include <csignal>

namespace workbook::learner {

inline constexpr int deadline_signal = SIGUSR2;

// Handlers for the signals of crashes, on a stack of their own, and for the checker's question at
// the deadline (SIGUSR2). `activity` may be null.
void install_crash_report(wire::Mailbox* mailbox, const char* (*activity)());

// Installs the handler of the deadline's signal again; does nothing without install_crash_report().
void report_deadline();

} // namespace workbook::learner
