#pragma once

#include "hostile.hpp"

// The deeds from Deed::leave_a_timer on.
void play_trick(Deed deed, int* output);
