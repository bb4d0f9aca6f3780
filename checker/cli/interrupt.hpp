// Ctrl-C: everything that was started ends, and nothing stays behind.
//
// Children run in process groups of their own, so the terminal's signal does not reach them. Once
// caught, it makes every run_process() that is under way end its process and throw Interrupted;
// main() then calls end_children() and exits with exit_code().
#pragma once

namespace workbook::cli {

// Deliberately no std::exception: no handler takes it for an error to be told.
struct Interrupted {
    int signal = 0;
    int exit_code() const { return 128 + signal; } // as shells have it: 130 after Ctrl-C
};

// From now on SIGINT, SIGTERM and SIGHUP are caught, but for those that our parent had ignored
// (nohup); and what children leave behind becomes ours, so that end_children() finds it. Children
// that end can be waited for, whatever our parent did about SIGCHLD.
void catch_interrupts();

// As if the signal had come: all that run_process() has under way ends. Of any thread.
void interrupt(int signal);

// The signal that came, 0 if none did. throw_if_interrupted() is for long work without a process.
int interrupted_by();
void throw_if_interrupted();

// Clears the interrupt, so that run_process() works again.
void forget_interrupt();

// Ends every child of this process, and theirs: asks first (SIGTERM), and after two seconds no
// longer. Only where no other thread is waiting for a child.
void end_children();

} // namespace workbook::cli
