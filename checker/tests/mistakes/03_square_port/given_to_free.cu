// Mistake: gives device memory to free()
// Verdict: crashed
// Message: device memory is given back with cudaFree
// Only: virtual
// Replaces
//| #include "square_port.hpp"
#include "square_port.hpp"

#include <cstdlib>
// end of Replaces
    // Solution 6
    std::free(device_output);
    std::free(device_input);
    // end of Solution 6
