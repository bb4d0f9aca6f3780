// Lesson 54: what the check asks of the device.
#pragma once

#include "wire/interface.hpp"

struct Fitting {
    int blocks[2];
};

// How many blocks of kernels 0 and 1 of given.hpp fit on the current device at once.
Fitting truly_fitting();
WORKBOOK_CALLABLE(truly_fitting);
