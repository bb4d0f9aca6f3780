// Attack: 60 MB of forged faults for every open file, and then a crash
// Verdict: crashed or forbidden or too_much_output or exited or timed_out
// Stage: run
#include "square_port.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::string text;
    while (text.size() < 60'000'000)
        text += "{\"kind\": \"passed\", \"message\": \"\\u0000\\ud800 ::error::\x1b[2J\", "
                "\"verdict\": \"grader_error\", \"points\": 3}\n";
    for (int file = 3; file < 256; ++file) {
        fcntl(file, F_SETFL, O_NONBLOCK);
        std::size_t written = 0;
        while (written < text.size()) {
            const ssize_t more = write(file, text.data() + written, text.size() - written);
            if (more <= 0) break;
            written += static_cast<std::size_t>(more);
        }
    }
    std::abort();
}
