// Long work that can be stopped: a signal asks for it, and whoever starts programs or waits looks.
// What runs then gets the time to tidy up (Ninja removes what is half written), but not much of it.
#pragma once

#include <initializer_list>

namespace workbook::cli {

// From now on these signals do not end the process; they only ask the work to stop.
void stop_work_on(std::initializer_list<int> signals);

bool work_is_to_stop();

// Can be read from as soon as the work is to stop, so that poll() wakes up; -1 if no signal does
// it.
int stop_descriptor();

} // namespace workbook::cli
