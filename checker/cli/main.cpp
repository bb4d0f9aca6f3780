// The `workbook` program. Its words are in README.md; `workbook --help` has them all. Each command
// is a file in commands/. Exit codes: 0 as wished, 1 not passed (check) or not in order (selfcheck,
// expect), 2 a mistake in the command or the set-up, 3 not complete (grade, also after
// a Ctrl-C: its report is written and says so), 77 skipped (expect), 130 after Ctrl-C.
#include "cli/commands/command_line.hpp"

using namespace workbook::cli;

int main(int argument_count, char** argument_values) {
    return run_command_line(argument_count, argument_values,
                            {add_board, add_check, add_list, add_hint, add_reset, add_solution,
                             add_profile, add_run, add_selfcheck, add_expect, add_watch, add_open,
                             add_book, add_debug, add_doctor, add_update, add_grade});
}
