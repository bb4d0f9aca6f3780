// Deeds that want to see, or to act, when the checker does not look.
#pragma once

#include "hostile.hpp"

// The deeds from Deed::leave_a_timer on.
void play_trick(Deed deed, int* output);
