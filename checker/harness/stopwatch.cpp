#include "harness/stopwatch.hpp"

#include "harness/process_files.hpp"
#include "wire/result_file.hpp"

#include <algorithm>
#include <string>

namespace workbook {
namespace {

double delay_of_threads(int process) {
    double seconds = 0;
    if (process > 0)
        for (const int thread : threads_of(process))
            seconds += seconds_without_processor(std::to_string(process) + "/task/" +
                                                 std::to_string(thread));
    return seconds;
}

// The first of the program's threads alone: with a crowd of others the program could have as much
// time as it likes.
double delay_of(int program, int engine) {
    const double first = program > 0 ? seconds_without_processor(std::to_string(program)) : 0;
    return first + delay_of_threads(engine);
}

double work_of(int program, int engine) {
    return seconds_on_processor(program) + seconds_on_processor(engine);
}

} // namespace

Stopwatch::Stopwatch(int program, int engine)
    : program_(program), engine_(engine), delay_(delay_of(program, engine)),
      worked_(work_of(program, engine)) {}

double Stopwatch::elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

double Stopwatch::seconds() const {
    const double all = elapsed();
    return std::max(all - std::max(0.0, delay_of(program_, engine_) - delay_), all / 5);
}

bool Stopwatch::passed(double limit) const { return elapsed() > limit && seconds() > limit; }

bool Stopwatch::blames_machine(double limit) const {
    constexpr double nearly =
        0.9; // a thread that always computes is not counted to the last moment
    if (work_of(program_, engine_) - worked_ > nearly * limit) return false;
    return wire::waited_much(delay_of_threads(program_) + delay_of_threads(engine_) - delay_,
                             elapsed());
}

} // namespace workbook
