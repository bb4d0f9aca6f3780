// Actions that want to see, or to act, when the checker does not look.
#pragma once

#include "hostile.hpp"

// The actions from HostileAction::leave_a_timer on.
void play_trick(HostileAction action, int* output);
