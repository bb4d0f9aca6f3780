// Functions that a learner's file should not contain. Each stands for a way in which code under
// test has broken, cheated or stuck graders.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Well-behaved: output[i] = input[i] + 1. What every other test is measured against.
void increment(const int* input, int* output, std::size_t count);
WORKBOOK_CALLABLE(increment);

struct Pair {
    int first;
    double second;
};
double weighed(Pair pair, const int* values, std::size_t count);
WORKBOOK_CALLABLE(weighed);

constexpr unsigned long keep_bytes = 300ul << 20; // of HostileAction::keep_memory

// Does what `action` names (hostile.cpp) and then increments like the honest one, if it gets there.
enum class HostileAction : int {
    exit_zero,
    exit_three,
    quick_exit,
    raw_exit,
    abort,
    follow_null,
    read_past_end,
    write_past_end,
    write_before_start,
    write_far_away,
    overflow_stack,
    divide_by_zero,
    illegal_instruction,
    throw_exception,
    throw_number,
    throw_in_noexcept,
    loop,
    sleep,
    stop_itself,
    ignore_signals_and_loop,
    print_without_end,
    print_errors_without_end,
    print_passed,
    eat_memory,
    keep_memory,
    ask_for_too_much,
    many_threads,
    fill_disk,
    fork_once,
    fork_bomb,
    call_system,
    replace_itself,
    kill_parent,
    kill_everything,
    kill_by_thread_number,
    trace_parent,
    read_parent,
    open_parent_memory,
    change_input,
    write_other_array,
    write_every_descriptor,
    close_every_descriptor,
    forge_reply,
    scribble_over_arena,
    leave_a_thread,
    forge_result_file,
    leave_a_timer,
    show_command_lines,
    look_around,
    hide_memory,
    kill_itself,
    many_small_threads, // that wait: hundreds, for a moment
    some_threads,       // that compute: as many as there are processors, and are joined
};
void misbehave(HostileAction action, int* input, int* output, std::size_t count);
WORKBOOK_CALLABLE(misbehave);
