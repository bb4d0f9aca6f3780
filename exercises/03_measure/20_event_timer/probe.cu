// Lesson 20, given: uses the template of your file; given.cu has the work that it times.
//
// Your file comes last: no macro in it can change what stands here. `time_ms` is looked for when
// the whole file has been read, by the type of f.
#include "event_timer.hpp"
#include "given.hpp"

template <typename F>
float use_time_ms(F&& f, int repeats) {
    return time_ms(static_cast<F&&>(f), repeats);
}

float time_lambda(int repeats) {
    return use_time_ms([] { busy(); }, repeats);
}

// A callable struct that cannot be copied: time_ms takes a reference to it.
struct Busy {
    Busy() = default;
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    void operator()() { busy(); }
};

float time_struct(int repeats) {
    Busy object;
    return use_time_ms(object, repeats);
}

#include WORKBOOK_LESSON_FILE
