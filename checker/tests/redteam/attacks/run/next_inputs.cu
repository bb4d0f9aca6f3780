// Attack: a thread waits for the inputs of the next call and answers them early
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <thread>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    static bool started = false;
    if (started) return;
    started = true;
    std::thread([] {
        auto* words = reinterpret_cast<volatile std::int64_t*>(workbook::wire::arena_address);
        const std::size_t first = workbook::wire::mailbox_bytes / 8;
        while (true)
            for (std::size_t i = first; i < first + 8192; ++i)
                if (words[i] != 0) words[i + 8192] = words[i] * words[i];
    }).detach();
}
