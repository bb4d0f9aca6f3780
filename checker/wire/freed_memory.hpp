// What the checker and the engine do with memory that they have freed: they keep it, since the next
// call or launch needs as much. To give it back and fault each page in anew takes longer than to
// use it.
#pragma once

#include <malloc.h>

namespace workbook::wire {

// Keeps up to so many bytes.
inline void keep_freed_memory(int most_bytes) {
    mallopt(M_MMAP_THRESHOLD, 32 << 20); // the most that the C library takes
    mallopt(M_TRIM_THRESHOLD, most_bytes);
}

} // namespace workbook::wire
