// Attack: writes a passing result to every open file
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <cstring>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    const char* text = "{\"verdict\": \"passed\", \"points\": 3}\n";
    for (int file = 0; file < 1024; ++file) {
        if (write(file, text, std::strlen(text)) < 0) continue;
    }
}
