// Lesson 20, given: what given.cu and probe.cu offer to each other.
#pragma once

// What time_ms is to time: puts the work of the next call into the default stream.
void busy();

// time_ms of a lambda that calls busy, and of a struct that does and cannot be copied.
float time_lambda(int repeats);
float time_struct(int repeats);
